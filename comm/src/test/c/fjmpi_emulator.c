/*
 * An emulator of the one function of Fujitsu's MPI that tells where ranks sit, for tests: no machine with Tofu is at hand. Alone:
 *
 *   cc -shared -fPIC -o libfjmpi.so fjmpi_emulator.c
 *
 * and as an Open MPI that has it, by naming that as what it needs:
 *
 *   cc -shared -fPIC -o libfjmpi.so fjmpi_emulator.c -Wl,--no-as-needed -l:libmpi.so.40
 *
 * FJMPI_EMULATED_JOB: the shape of the job, such as 4x3x2, on whose nodes, x first, ranks sit in their order;
 * FJMPI_EMULATED_ORIGIN: its first unit, such as 20,3,7 (else 0,0,0);
 * FJMPI_EMULATED_PER_NODE: ranks a node (else 1).
 * Without the first every call is refused, as in a job that shares its nodes with others.
 */
#include <stdio.h>
#include <stdlib.h>

enum { LOGICAL = 0, TOFU_SYS = 1, TOFU_REL = 2, SUCCESS = 0, ERR_NODE_SHARED_JOB = 5, ERR_RANK = 6, ERR_DIMS = 7 };

int FJMPI_Topology_get_coords(void *comm, int rank, int view, int maxdims, int coords[]) {
    const char *job = getenv("FJMPI_EMULATED_JOB"), *origin = getenv("FJMPI_EMULATED_ORIGIN"), *per = getenv("FJMPI_EMULATED_PER_NODE");
    int shape[3], first[3] = {0, 0, 0};
    if (!comm || !job || sscanf(job, "%dx%dx%d", &shape[0], &shape[1], &shape[2]) != 3) {
        return ERR_NODE_SHARED_JOB;
    }
    if (origin) {
        sscanf(origin, "%d,%d,%d", &first[0], &first[1], &first[2]);
    }
    int node = rank / (per ? atoi(per) : 1), units[3] = {2, 3, 2};
    if (rank < 0 || node >= shape[0] * shape[1] * shape[2]) {
        return ERR_RANK;
    }
    int at[3] = {node % shape[0], node / shape[0] % shape[1], node / shape[0] / shape[1]};
    if (view == LOGICAL ? maxdims < 3 : maxdims < 6) {
        return ERR_DIMS;
    }
    for (int d = 0; d < 3; d++) {
        coords[d] = view == LOGICAL ? at[d] : at[d] / units[d] + (view == TOFU_SYS ? first[d] : 0);
        if (view != LOGICAL) {
            coords[3 + d] = at[d] % units[d];
        }
    }
    return SUCCESS;
}
