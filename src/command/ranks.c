#include "config.h"

#include "command/ranks.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef HAVE_MPI
#include <mpi.h>

/* MPI counts in int. */
enum { MESSAGE_MAX = 1 << 30, TAG_LENGTH = 1, TAG_BYTES = 2 };

static bool running;
static int n_ranks = 1, own_rank;

/* A program started by hand has no launcher to talk to; asking for one would cost a second. */
static bool launched(void)
{
    static const char *const marks[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (getenv(marks[i]))
            return true;
    return false;
}

void ranks_init(void)
{
    int level;
    if (!launched() || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return;
    running = true;
    MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
}

enum exit_status ranks_done(enum exit_status status)
{
    if (!running)
        return status;
    /* The others may be waiting for this one's part. Nobody waits any more once a condition of
     * --fail-if was judged. */
    if (status != EXIT_DONE && status != EXIT_CONDITION && n_ranks > 1)
        MPI_Abort(MPI_COMM_WORLD, (int)status);
    MPI_Finalize();
    return status;
}

static void send_part(const struct strbuf *part)
{
    uint64_t length = part->length;
    MPI_Send(&length, 1, MPI_UINT64_T, 0, TAG_LENGTH, MPI_COMM_WORLD);
    for (size_t at = 0; at < part->length; at += MESSAGE_MAX) {
        size_t n = part->length - at < MESSAGE_MAX ? part->length - at : MESSAGE_MAX;
        MPI_Send(part->text + at, (int)n, MPI_BYTE, 0, TAG_BYTES, MPI_COMM_WORLD);
    }
}

static void receive_part(int rank, struct strbuf *part)
{
    uint64_t length;
    MPI_Recv(&length, 1, MPI_UINT64_T, rank, TAG_LENGTH, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    strbuf_add_repeated(part, '\0', (size_t)length);
    for (size_t at = 0; at < part->length; at += MESSAGE_MAX) {
        size_t n = part->length - at < MESSAGE_MAX ? part->length - at : MESSAGE_MAX;
        MPI_Recv(part->text + at, (int)n, MPI_BYTE, rank, TAG_BYTES, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

void ranks_gather(const struct strbuf *own, struct strbuf *parts)
{
    if (own_rank != 0) {
        send_part(own);
        return;
    }
    strbuf_add(&parts[0], own->text, own->length);
    for (int rank = 1; rank < n_ranks; rank++)
        receive_part(rank, &parts[rank]);
}

#else

static const int n_ranks = 1, own_rank = 0;

void ranks_init(void)
{
}

enum exit_status ranks_done(enum exit_status status)
{
    return status;
}

void ranks_gather(const struct strbuf *own, struct strbuf *parts)
{
    strbuf_add(&parts[0], own->text, own->length);
}

#endif

size_t ranks_count(void)
{
    return (size_t)n_ranks;
}

size_t ranks_own(void)
{
    return (size_t)own_rank;
}
