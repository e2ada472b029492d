#include "config.h"

#include "ui/watch_kernel.h"

#ifdef HAVE_INOTIFY

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

/* File systems whose files change without this kernel's knowledge, by the number that statfs gives. */
static bool is_remote(const char *path)
{
    static const uint32_t types[] = {0x6969 /* NFS */,
                                     0x517B /* SMB */,
                                     0xFF534D42 /* CIFS */,
                                     0xFE534D42 /* SMB2 */,
                                     0x5346414F /* AFS */,
                                     0x73757245 /* Coda */,
                                     0x01021997 /* 9P */,
                                     0x65735546 /* FUSE */,
                                     0x0BD00BD0 /* Lustre */,
                                     0x47504653 /* GPFS */,
                                     0x00C36400 /* Ceph */};
    struct statfs info;
    if (statfs(path, &info) != 0)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if ((uint32_t)info.f_type == types[i])
            return true;
    return false;
}

int watch_kernel_open(void)
{
    return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
}

bool watch_kernel_add(int fd, const char *folder)
{
    const uint32_t events = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MODIFY |
                            IN_CLOSE_WRITE | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR;
    return !is_remote(folder) && (inotify_add_watch(fd, folder, events) >= 0 || errno == ENOENT);
}

bool watch_kernel_drain(int fd)
{
    char bytes[4096] __attribute__((aligned(8)));
    bool any = false;
    while (fd >= 0 && read(fd, bytes, sizeof bytes) > 0)
        any = true;
    return any;
}

#else

int watch_kernel_open(void)
{
    return -1;
}

bool watch_kernel_add(int fd, const char *folder)
{
    (void)fd, (void)folder;
    return false;
}

bool watch_kernel_drain(int fd)
{
    (void)fd;
    return false;
}

#endif
