/* The kernel's word that something in a folder changed: inotify, where configure found it and was not told
 * --disable-inotify. Elsewhere nothing is ever told, and a watch looks by itself (watch.h). */
#ifndef LOGVAR_UI_WATCH_KERNEL_H
#define LOGVAR_UI_WATCH_KERNEL_H

#include <stdbool.h>

/* A descriptor that is readable when something was told, or -1; to be closed by the caller. */
int watch_kernel_open(void);
/* Asks for changes of a folder and of the files in it; asking twice does no harm, nor does a folder that
 * is not there. false if they cannot be told: no watches left, or a file system that other machines
 * write to. */
bool watch_kernel_add(int fd, const char *folder);
/* Takes what was told; true if there was any. fd may be -1. */
bool watch_kernel_drain(int fd);

#endif
