/*
 * An emulator of the MPI 5.0 standard ABI (chapter 20 of the standard) over MPICH, of just the functions that
 * hplhetero.comm.transport.mpi calls: for tests, where no libmpi_abi is installed. Compiled with MPICH's mpicc:
 *
 *   mpicc.mpich -shared -fPIC -o libmpi_abi.so.0 mpi_abi_emulator.c
 *
 * Handles that are not predefined have their upper half set, so that one that was cut to 32 bits is found out.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef intptr_t handle;

typedef struct {
    int source, tag, error, internal[5];
} abi_status;

enum { ABI_BYTE = 0x247, ABI_COMM_NULL = 0x100, ABI_COMM_WORLD = 0x101, ABI_ERRORS_RETURN = 0x143, ABI_INFO_NULL = 0x130,
       ABI_REQUEST_NULL = 0x180, ABI_FUNNELED = 1024, ABI_TYPE_SHARED = 221, ABI_ANY_SOURCE = -1, ABI_PROC_NULL = -3,
       ABI_TRUNCATE = 15 };

#define EXPORT(name) __asm__(#name) __attribute__((visibility("default")))

static handle wide(int mpich) { return (handle)((uint64_t)(uint32_t)mpich << 32 | 0xabcd); }
static int narrow(handle h) { return (h & 0xffffffff) == 0xabcd ? (int)((uint64_t)h >> 32) : -1; }

static MPI_Comm comm_of(handle h) {
    return h == ABI_COMM_WORLD ? MPI_COMM_WORLD : h == ABI_COMM_NULL ? MPI_COMM_NULL : (MPI_Comm)narrow(h);
}
static handle of_comm(MPI_Comm c) { return c == MPI_COMM_NULL ? ABI_COMM_NULL : wide(c); }
static MPI_Datatype type_of(handle h) { return h == ABI_BYTE ? MPI_BYTE : (MPI_Datatype)narrow(h); }
static MPI_Request request_of(handle h) { return h == ABI_REQUEST_NULL ? MPI_REQUEST_NULL : (MPI_Request)narrow(h); }
static handle of_request(MPI_Request r) { return r == MPI_REQUEST_NULL ? ABI_REQUEST_NULL : wide(r); }

int abi_init_thread(int *, char ***, int, int *) EXPORT(MPI_Init_thread);
int abi_init_thread(int *argc, char ***argv, int required, int *provided) {
    int code = PMPI_Init_thread(argc, argv, required >= ABI_FUNNELED ? MPI_THREAD_FUNNELED : MPI_THREAD_SINGLE, provided);
    *provided = *provided >= MPI_THREAD_FUNNELED ? ABI_FUNNELED : 0;
    return code;
}

int abi_finalize(void) EXPORT(MPI_Finalize);
int abi_finalize(void) { return PMPI_Finalize(); }

int abi_version(char *, int *) EXPORT(MPI_Get_library_version);
int abi_version(char *text, int *length) {
    char mpich[MPI_MAX_LIBRARY_VERSION_STRING];
    PMPI_Get_library_version(mpich, length);
    *length = snprintf(text, MPI_MAX_LIBRARY_VERSION_STRING, "MPI 5 ABI emulator over %.100s", mpich);
    return MPI_SUCCESS;
}

int abi_processor(char *, int *) EXPORT(MPI_Get_processor_name);
int abi_processor(char *name, int *length) { return PMPI_Get_processor_name(name, length); }

int abi_error_string(int, char *, int *) EXPORT(MPI_Error_string);
int abi_error_string(int code, char *text, int *length) { return PMPI_Error_string(code, text, length); }

int abi_error_class(int, int *) EXPORT(MPI_Error_class);
int abi_error_class(int code, int *class) {
    int result = PMPI_Error_class(code, class);
    *class = *class == MPI_ERR_TRUNCATE ? ABI_TRUNCATE : *class;
    return result;
}

int abi_size(handle, int *) EXPORT(MPI_Comm_size);
int abi_size(handle comm, int *size) { return PMPI_Comm_size(comm_of(comm), size); }

int abi_rank(handle, int *) EXPORT(MPI_Comm_rank);
int abi_rank(handle comm, int *rank) { return PMPI_Comm_rank(comm_of(comm), rank); }

int abi_dup(handle, handle *) EXPORT(MPI_Comm_dup);
int abi_dup(handle comm, handle *result) {
    MPI_Comm made;
    int code = PMPI_Comm_dup(comm_of(comm), &made);
    *result = of_comm(made);
    return code;
}

int abi_split(handle, int, int, handle *) EXPORT(MPI_Comm_split);
int abi_split(handle comm, int color, int key, handle *result) {
    MPI_Comm made;
    int code = PMPI_Comm_split(comm_of(comm), color, key, &made);
    *result = of_comm(made);
    return code;
}

int abi_split_type(handle, int, int, handle, handle *) EXPORT(MPI_Comm_split_type);
int abi_split_type(handle comm, int type, int key, handle info, handle *result) {
    MPI_Comm made;
    if (type != ABI_TYPE_SHARED || info != ABI_INFO_NULL) {
        return MPI_ERR_ARG;
    }
    int code = PMPI_Comm_split_type(comm_of(comm), MPI_COMM_TYPE_SHARED, key, MPI_INFO_NULL, &made);
    *result = of_comm(made);
    return code;
}

int abi_comm_free(handle *) EXPORT(MPI_Comm_free);
int abi_comm_free(handle *comm) {
    MPI_Comm freed = comm_of(*comm);
    int code = PMPI_Comm_free(&freed);
    *comm = of_comm(freed);
    return code;
}

int abi_errhandler(handle, handle) EXPORT(MPI_Comm_set_errhandler);
int abi_errhandler(handle comm, handle errhandler) {
    return errhandler == ABI_ERRORS_RETURN ? PMPI_Comm_set_errhandler(comm_of(comm), MPI_ERRORS_RETURN) : MPI_ERR_ARG;
}

int abi_group(handle, handle *) EXPORT(MPI_Comm_group);
int abi_group(handle comm, handle *result) {
    MPI_Group group;
    int code = PMPI_Comm_group(comm_of(comm), &group);
    *result = wide(group);
    return code;
}

int abi_translate(handle, int, const int[], handle, int[]) EXPORT(MPI_Group_translate_ranks);
int abi_translate(handle from, int n, const int ranks[], handle to, int translated[]) {
    return PMPI_Group_translate_ranks(narrow(from), n, ranks, narrow(to), translated);
}

int abi_group_free(handle *) EXPORT(MPI_Group_free);
int abi_group_free(handle *group) {
    MPI_Group freed = narrow(*group);
    return PMPI_Group_free(&freed);
}

int abi_isend(const void *, int, handle, int, int, handle, handle *) EXPORT(MPI_Isend);
int abi_isend(const void *buffer, int count, handle type, int to, int tag, handle comm, handle *request) {
    MPI_Request made;
    int code = PMPI_Isend(buffer, count, type_of(type), to == ABI_PROC_NULL ? MPI_PROC_NULL : to, tag, comm_of(comm), &made);
    *request = of_request(made);
    return code;
}

int abi_irecv(void *, int, handle, int, int, handle, handle *) EXPORT(MPI_Irecv);
int abi_irecv(void *buffer, int count, handle type, int from, int tag, handle comm, handle *request) {
    MPI_Request made;
    int code = PMPI_Irecv(buffer, count, type_of(type), from == ABI_ANY_SOURCE ? MPI_ANY_SOURCE : from, tag,
                          comm_of(comm), &made);
    *request = of_request(made);
    return code;
}

int abi_ibarrier(handle, handle *) EXPORT(MPI_Ibarrier);
int abi_ibarrier(handle comm, handle *request) {
    MPI_Request made;
    int code = PMPI_Ibarrier(comm_of(comm), &made);
    *request = of_request(made);
    return code;
}

int abi_test(handle *, int *, abi_status *) EXPORT(MPI_Test);
int abi_test(handle *request, int *flag, abi_status *status) {
    MPI_Request asked = request_of(*request);
    MPI_Status mpich;
    int code = PMPI_Test(&asked, flag, &mpich);
    *request = of_request(asked);
    if (*flag || code != MPI_SUCCESS) {
        memset(status, 0, sizeof *status);
        status->source = mpich.MPI_SOURCE;
        status->tag = mpich.MPI_TAG;
        status->internal[0] = mpich.count_lo;
        status->internal[1] = mpich.count_hi_and_cancelled;
    }
    return code;
}

int abi_elements(const abi_status *, handle, MPI_Count *) EXPORT(MPI_Get_elements_x);
int abi_elements(const abi_status *status, handle type, MPI_Count *count) {
    MPI_Status mpich = { .count_lo = status->internal[0], .count_hi_and_cancelled = status->internal[1] };
    return PMPI_Get_elements_x(&mpich, type_of(type), count);
}

int abi_contiguous(int, handle, handle *) EXPORT(MPI_Type_contiguous);
int abi_contiguous(int count, handle type, handle *result) {
    MPI_Datatype made;
    int code = PMPI_Type_contiguous(count, type_of(type), &made);
    *result = wide(made);
    return code;
}

int abi_struct(int, const int[], const MPI_Aint[], const handle[], handle *) EXPORT(MPI_Type_create_struct);
int abi_struct(int count, const int lengths[], const MPI_Aint displacements[], const handle types[], handle *result) {
    MPI_Datatype mpich[8], made;
    for (int i = 0; i < count; i++) {
        mpich[i] = type_of(types[i]);
    }
    int code = PMPI_Type_create_struct(count, lengths, displacements, mpich, &made);
    *result = wide(made);
    return code;
}

int abi_commit(handle *) EXPORT(MPI_Type_commit);
int abi_commit(handle *type) {
    MPI_Datatype committed = type_of(*type);
    return PMPI_Type_commit(&committed);
}

int abi_type_free(handle *) EXPORT(MPI_Type_free);
int abi_type_free(handle *type) {
    MPI_Datatype freed = type_of(*type);
    return PMPI_Type_free(&freed);
}
