/* Where the bundled study is: next to a program that was built but not installed, else where it was
 * installed, else next to an installation that was moved as a whole. */
#ifndef LOGVAR_COMMAND_BUNDLED_H
#define LOGVAR_COMMAND_BUNDLED_H

/* Newly allocated path of its manifest, or NULL if it is nowhere. */
char *bundled_study(void);

#endif
