/*
 * Ping-pong between two ranks with MPI_Isend, MPI_Irecv and MPI_Test, by the same calls as hplhetero.bench.peer.PingPongRank makes. The
 * thread level is that of a program with several threads (funneled), such as a JVM, or that of a program without threads (single). Rank 0
 * prints for each size the bytes, then the seconds of half a round trip in the fastest block.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void wait_for(MPI_Request *request) {
    int done = 0;
    while (!done) {
        MPI_Status status;
        MPI_Test(request, &done, &status);
    }
}

static void send(char *buffer, int bytes, int other) {
    MPI_Request request;
    MPI_Isend(buffer, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &request);
    wait_for(&request);
}

static void receive(char *buffer, int bytes, int other) {
    MPI_Request request;
    MPI_Irecv(buffer, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &request);
    wait_for(&request);
}

/* Runs one block and returns the seconds of half a round trip. */
static double block(int rank, char *out, char *in, int bytes, int messages) {
    double start = MPI_Wtime();
    for (int i = 0; i < messages; i++) {
        if (rank == 0) {
            send(out, bytes, 1);
            receive(in, bytes, 1);
        } else {
            receive(in, bytes, 0);
            send(out, bytes, 0);
        }
    }
    return (MPI_Wtime() - start) / messages / 2;
}

/* Arguments: funneled or single; then for each size: bytes, messages of a block, blocks that warm up, blocks that count. */
int main(int argc, char **argv) {
    int rank, provided;
    if (argc < 2 || (strcmp(argv[1], "funneled") && strcmp(argv[1], "single"))) {
        fprintf(stderr, "pingpong: first argument: funneled or single\n");
        return 2;
    }
    MPI_Init_thread(&argc, &argv, strcmp(argv[1], "single") ? MPI_THREAD_FUNNELED : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 2; i + 3 < argc; i += 4) {
        int bytes = atoi(argv[i]), messages = atoi(argv[i + 1]), warming = atoi(argv[i + 2]), counted = atoi(argv[i + 3]);
        char *out = aligned_alloc(4096, bytes + 4096 - bytes % 4096);
        char *in = aligned_alloc(4096, bytes + 4096 - bytes % 4096);
        double best = 1e9;
        memset(out, 1, bytes);
        memset(in, 2, bytes);
        for (int b = 0; b < warming + counted; b++) {
            double seconds = block(rank, out, in, bytes, messages);
            best = b >= warming && seconds < best ? seconds : best;
        }
        if (rank == 0) {
            printf("%d %.9g\n", bytes, best);
        }
        free(out);
        free(in);
    }
    MPI_Finalize();
    return 0;
}
