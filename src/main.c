/* Entry point. */
#include "config.h"

#include "options.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--version")) {
        puts(PACKAGE_STRING);
        return EXIT_DONE;
    }
    fputs("logvar: nothing to do yet\n", stderr);
    return EXIT_USAGE;
}
