/*
 * An emulator of InfiniBand ports below UCX's library libucp, for tests of paths: no InfiniBand is at hand. It stands before the real
 * libucp, which carries all data by shared memory or TCP, and says by which LID each command would have gone.
 *
 *   cc -O2 -shared -fPIC -DREAL='"/usr/lib/.../libucp.so.0"' -o libucp.so.0 ucp_emulator.c -ldl
 *
 * The process of rank r (HPL_RANK) has a port with 2^EMULATED_LMC LIDs, the first of which is 256 (r + 1). As in UCX, a context sends to
 * the first LID of the receiver plus the context's IB_LID_PATH_BITS. The file EMULATED_PORTS/r holds the bytes sent to each LID, 8 bytes for
 * each of 65,536 LIDs. It is strict as InfiniBand is: a path without a LID ends the process, and so does a connection between workers of
 * different paths that may be a reliable one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucp/api/ucp.h>
#include <unistd.h>

enum { MOST = 65536, LIDS = 65536, LIDS_OF_A_RANK = 256 };

/* What is known of a configuration, a context, a worker or an endpoint; to which LID an endpoint sends. */
struct known { const void *handle; int path, unreliable, lid; };
/* What stands before the real address of a worker. */
struct port { int32_t lid, path; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known all[MOST];
static int count;
static uint64_t *bytes_to;

static void fail(const char *text, int number) {
    fprintf(stderr, "emulator of InfiniBand ports: %s %d\n", text, number);
    abort();
}

static const char *variable(const char *name) {
    const char *value = getenv(name);
    if (!value) {
        fprintf(stderr, "emulator of InfiniBand ports: set %s\n", name);
        abort();
    }
    return value;
}

static void *real(const char *name) {
    static void *library;
    if (!library) {
        library = dlopen(REAL, RTLD_NOW | RTLD_LOCAL);
    }
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol) {
        fprintf(stderr, "emulator of InfiniBand ports: %s\n", dlerror());
        abort();
    }
    return symbol;
}

#define REAL_OF(name) ((__typeof__(&name)) real(#name))

/* The entry of a handle, new or again in use if there is none. */
static struct known *of(const void *handle) {
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < count && all[i].handle != handle) {
        i++;
    }
    if (i == count) {
        if (++count > MOST) {
            fail("more handles than", MOST);
        }
        all[i] = (struct known) { .handle = handle };
    }
    pthread_mutex_unlock(&lock);
    return &all[i];
}

/* Makes what is known of one handle known of another. */
static struct known *pass(const void *from, const void *to) {
    struct known copy = *of(from);
    copy.handle = to;
    return memcpy(of(to), &copy, sizeof copy);
}

static uint64_t *counters(void) {
    pthread_mutex_lock(&lock);
    if (!bytes_to) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%d", variable("EMULATED_PORTS"), atoi(variable("HPL_RANK")));
        int file = open(name, O_RDWR | O_CREAT, 0600);
        if (file < 0 || ftruncate(file, LIDS * sizeof *bytes_to) != 0) {
            fail("no file for rank", atoi(variable("HPL_RANK")));
        }
        bytes_to = mmap(NULL, LIDS * sizeof *bytes_to, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    pthread_mutex_unlock(&lock);
    return bytes_to;
}

static void count_bytes(ucp_ep_h endpoint, uint64_t bytes) {
    counters()[of(endpoint)->lid] += bytes;
}

ucs_status_t ucp_config_read(const char *prefix, const char *file, ucp_config_t **config) {
    ucs_status_t status = REAL_OF(ucp_config_read)(prefix, file, config);
    if (status == UCS_OK) {
        *of(*config) = (struct known) { .handle = *config };
    }
    return status;
}

ucs_status_t ucp_config_modify(ucp_config_t *config, const char *name, const char *value) {
    if (!strcmp(name, "IB_LID_PATH_BITS")) {
        of(config)->path = atoi(value);
        if (atoi(value) >= 1 << atoi(variable("EMULATED_LMC"))) {
            fail("UCX divides by zero, no LID for path", atoi(value));
        }
        return UCS_OK;
    }
    if (!strcmp(name, "TLS") && !strcmp(value, "^rc_verbs,rc_mlx5")) {
        of(config)->unreliable = 1;
        return UCS_OK;
    }
    return REAL_OF(ucp_config_modify)(config, name, value);
}

void ucp_config_release(ucp_config_t *config) {
    REAL_OF(ucp_config_release)(config);
}

ucs_status_t ucp_init_version(unsigned major, unsigned minor, const ucp_params_t *params, const ucp_config_t *config,
                              ucp_context_h *context) {
    ucs_status_t status = REAL_OF(ucp_init_version)(major, minor, params, config, context);
    if (status == UCS_OK) {
        pass(config, *context);
    }
    return status;
}

ucs_status_t ucp_worker_create(ucp_context_h context, const ucp_worker_params_t *params, ucp_worker_h *worker) {
    ucs_status_t status = REAL_OF(ucp_worker_create)(context, params, worker);
    if (status == UCS_OK) {
        pass(context, *worker);
    }
    return status;
}

ucs_status_t ucp_worker_get_address(ucp_worker_h worker, ucp_address_t **address, size_t *length) {
    ucp_address_t *own;
    ucs_status_t status = REAL_OF(ucp_worker_get_address)(worker, &own, length);
    if (status == UCS_OK) {
        struct port port = { LIDS_OF_A_RANK * (atoi(variable("HPL_RANK")) + 1), of(worker)->path };
        char *both = malloc(sizeof port + *length);
        memcpy(both, &port, sizeof port);
        memcpy(both + sizeof port, own, *length);
        REAL_OF(ucp_worker_release_address)(worker, own);
        *address = (ucp_address_t *) both;
        *length += sizeof port;
    }
    return status;
}

void ucp_worker_release_address(ucp_worker_h worker, ucp_address_t *address) {
    (void) worker;
    free(address);
}

ucs_status_t ucp_ep_create(ucp_worker_h worker, const ucp_ep_params_t *params, ucp_ep_h *endpoint) {
    struct port port;
    memcpy(&port, params->address, sizeof port);
    if (!of(worker)->unreliable && port.path != of(worker)->path) {
        fail("a reliable connection needs one path at both ends, not path", of(worker)->path);
    }
    ucp_ep_params_t copy = *params;
    copy.address = (const ucp_address_t *) ((const char *) params->address + sizeof port);
    ucs_status_t status = REAL_OF(ucp_ep_create)(worker, &copy, endpoint);
    if (status == UCS_OK) {
        pass(worker, *endpoint)->lid = port.lid + of(worker)->path;
    }
    return status;
}

ucs_status_ptr_t ucp_put_nbx(ucp_ep_h endpoint, const void *buffer, size_t bytes, uint64_t target, ucp_rkey_h key,
                             const ucp_request_param_t *param) {
    count_bytes(endpoint, bytes);
    return REAL_OF(ucp_put_nbx)(endpoint, buffer, bytes, target, key, param);
}

ucs_status_ptr_t ucp_get_nbx(ucp_ep_h endpoint, void *buffer, size_t bytes, uint64_t source, ucp_rkey_h key,
                             const ucp_request_param_t *param) {
    count_bytes(endpoint, bytes);
    return REAL_OF(ucp_get_nbx)(endpoint, buffer, bytes, source, key, param);
}

ucs_status_ptr_t ucp_atomic_op_nbx(ucp_ep_h endpoint, ucp_atomic_op_t operation, const void *buffer, size_t words, uint64_t target,
                                   ucp_rkey_h key, const ucp_request_param_t *param) {
    count_bytes(endpoint, words * sizeof(uint64_t));
    return REAL_OF(ucp_atomic_op_nbx)(endpoint, operation, buffer, words, target, key, param);
}

const char *ucp_get_version_string(void) {
    return REAL_OF(ucp_get_version_string)();
}

unsigned ucp_worker_progress(ucp_worker_h worker) {
    static __typeof__(&ucp_worker_progress) progress;
    if (!progress) {
        progress = REAL_OF(ucp_worker_progress);
    }
    return progress(worker);
}

ucs_status_t ucp_worker_fence(ucp_worker_h worker) {
    return REAL_OF(ucp_worker_fence)(worker);
}

ucs_status_t ucp_mem_map(ucp_context_h context, const ucp_mem_map_params_t *params, ucp_mem_h *memory) {
    return REAL_OF(ucp_mem_map)(context, params, memory);
}

ucs_status_t ucp_mem_unmap(ucp_context_h context, ucp_mem_h memory) {
    return REAL_OF(ucp_mem_unmap)(context, memory);
}

ucs_status_t ucp_rkey_pack(ucp_context_h context, ucp_mem_h memory, void **buffer, size_t *bytes) {
    return REAL_OF(ucp_rkey_pack)(context, memory, buffer, bytes);
}

void ucp_rkey_buffer_release(void *buffer) {
    REAL_OF(ucp_rkey_buffer_release)(buffer);
}

ucs_status_t ucp_ep_rkey_unpack(ucp_ep_h endpoint, const void *buffer, ucp_rkey_h *key) {
    return REAL_OF(ucp_ep_rkey_unpack)(endpoint, buffer, key);
}

void ucp_rkey_destroy(ucp_rkey_h key) {
    REAL_OF(ucp_rkey_destroy)(key);
}

ucs_status_t ucp_request_check_status(void *request) {
    return REAL_OF(ucp_request_check_status)(request);
}

void ucp_request_free(void *request) {
    REAL_OF(ucp_request_free)(request);
}
