/*
 * An emulator of what hpl-hetero asks of a graphics processor's libraries, for tests: no such device is at hand. It computes on the host.
 *
 *   cc -O2 -shared -fPIC -pthread -o libgpu_emulator.so gpu_emulator.c           the CUDA runtime and cuBLAS
 *   cc -O2 -shared -fPIC -pthread -DROCM -o libgpu_emulator.so gpu_emulator.c    HIP, rocBLAS and hipRTC
 *
 * What it is strict about, as a real device is:
 *   - work of a stream is done later, in order, by a thread of its own; streams run side by side
 *   - work of two streams on the same memory must be ordered, by the host or by an event (gpu_order.h); else the device fails
 *   - memory of the device cannot be read beyond what was allocated; with CUDA nor by the host (its addresses are no addresses of the
 *     process), but with HIP they are, since programs are compiled for the host
 *   - programs read memory of the host only where it is locked and mapped, and do so when they are carried out
 *   - an asynchronous copy from memory that is not locked reads it at once, to such memory it waits; locked memory is read and written later
 *   - the kind of a copy must be right; a new stream is needed for each device
 *
 * GPU_EMULATED_DEVICES     how many there are, 1 without it
 * GPU_EMULATED_STATUS      what the count of devices ends with, success without it; 35: the driver is too old
 * GPU_EMULATED_BUS_IDS     the PCI address of each, with commas between; without it none has one
 * GPU_EMULATED_MEMORY      bytes of each, 1 GiB without it
 * GPU_EMULATED_LOST_AFTER  so many products; then the device is lost, and everything fails, until this variable is gone
 */
#define _GNU_SOURCE
/* coroutines of hip_emulator.h jump between stacks, which a checked longjmp refuses */
#undef _FORTIFY_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef ROCM
#define RUNTIME(name) hip##name
enum { NONE = 111, TRANSPOSE = 112, RIGHT = 142, LOWER = 122, UNIT = 132 };
#define CREATE rocblas_create_handle
#define DESTROY rocblas_destroy_handle
#define SET_STREAM rocblas_set_stream
#define GEMM rocblas_dgemm
#define TRSM rocblas_dtrsm
#define GEAM rocblas_dgeam
#define VERSION 60342131
#define PROPERTIES hipGetDevicePropertiesR0600
#else
#define RUNTIME(name) cuda##name
enum { NONE = 0, TRANSPOSE = 1, RIGHT = 1, LOWER = 0, UNIT = 1 };
#define CREATE cublasCreate_v2
#define DESTROY cublasDestroy_v2
#define SET_STREAM cublasSetStream_v2
#define GEMM cublasDgemm_v2
#define TRSM cublasDtrsm_v2
#define GEAM cublasDgeam
#define VERSION 13000
#define PROPERTIES cudaGetDeviceProperties
#endif

enum { SUCCESS = 0, INVALID_VALUE = 1, INVALID_PTX = 218, NOT_FOUND = 500, OUT_OF_MEMORY = 2, OLD_DRIVER = 35, NO_DEVICE = 100, INVALID_DEVICE = 101, NOT_READY = 600,
       ILLEGAL_ADDRESS = 700, LOST = 719, NOT_ORDERED = 909, BLAS_INVALID = 7, BLAS_FAILED = 13,
       HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2, DEVICE_TO_DEVICE = 3 };

#ifdef ROCM
static const uint64_t DEVICE_BIT = 0;
#else
static const uint64_t DEVICE_BIT = 1ull << 62;
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int current;
/** What all calls end with since something failed, or 0; tests may set it back. */
int failure;
static long products;
/** While not 0, products of streams without priority wait, two minutes at most; tests see what goes on meanwhile. */
int hold;
/** Number of products that have waited so, and whether one has waited for two minutes. */
int held, held_in_vain;
/** Number of copies between host and device that were submitted, for tests that count them. */
long copies;

struct range { uint64_t from, bytes; int device, mapped; struct range *next; };
static struct range *allocated, *locked;

#include "gpu_order.h"

struct work {
    void (*run)(struct work *);
    int side, ta, tb, m, n, k, lda, ldb, ldc, kind;
    struct ptx_launch *launch;
    struct hip_launch *hip;
    const double *a, *b;
    double *c;
    double alpha, beta;
    char *to;
    const char *from;
    char *staged;
    size_t to_pitch, from_pitch, bytes, count;
    int event_stream;
    uint64_t event_number;
    struct work *next;
};

struct stream { pthread_t thread; pthread_mutex_t lock; pthread_cond_t change; struct work *first, *last; int busy, over, device, id, urgent; };
struct blas { struct stream *stream; };

static long number(const char *name, long usual) {
    const char *text = getenv(name);
    return text ? atol(text) : usual;
}

/** The host's address of n bytes of the device, or 0 where they are not allocated. */
static void *real(const void *pointer, size_t bytes) {
    uint64_t address = (uint64_t) pointer;
    void *found = NULL;
    if ((address & DEVICE_BIT) != DEVICE_BIT) {
        return NULL;
    }
    pthread_mutex_lock(&lock);
    for (struct range *r = allocated; r && !found; r = r->next) {
        if (address >= r->from && address + bytes <= r->from + r->bytes) {
            found = (void *) (address & ~DEVICE_BIT);
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/** Returns 0 for memory that is not locked, 1 for locked memory, and 2 if programs of a device may read it too. */
static int is_locked(const void *pointer, size_t bytes) {
    uint64_t address = (uint64_t) pointer;
    int found = 0;
    pthread_mutex_lock(&lock);
    for (struct range *r = locked; r && !found; r = r->next) {
        found = address >= r->from && address + bytes <= r->from + r->bytes ? 1 + r->mapped : 0;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/** A part of memory that a program of a device may use, and the host's address of it; without one from and end are equal. */
struct reach { uint64_t from, end; char *memory; };

/** The part with n bytes: all of an allocation of the device, or of the host's memory where it is locked and mapped. */
static struct reach reach(uint64_t address, size_t bytes) {
    struct reach found = {0, 0, NULL};
    pthread_mutex_lock(&lock);
    for (int list = 0; list < 2 && !found.memory; list++) {
        for (struct range *r = list ? locked : allocated; r && !found.memory; r = r->next) {
            if (address >= r->from && address + bytes <= r->from + r->bytes && (!list || r->mapped)) {
                found = (struct reach) {r->from, r->from + r->bytes, (char *) (r->from & ~(list ? 0 : DEVICE_BIT))};
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/** The host's address of n bytes, or NULL where no program may use them. The part that was used last is looked at first. */
static char *reached(struct reach *last, uint64_t address, size_t bytes) {
    if (address < last->from || address + bytes > last->end) {
        *last = reach(address, bytes);
    }
    return last->memory ? last->memory + (address - last->from) : NULL;
}

#ifdef ROCM
static int is_of_device(const void *pointer) {
    return real(pointer, 1) != NULL;
}

#include "hip_emulator.h"
#else
static int is_of_device(const void *pointer) {
    return (uint64_t) pointer & DEVICE_BIT ? 1 : 0;
}

#include "ptx_emulator.h"
#endif

static void gemm(struct work *w) {
    for (int j = 0; j < w->n; j++) {
        for (int p = 0; p < w->k; p++) {
            double b = w->tb == NONE ? w->b[p + (size_t) j * w->ldb] : w->b[j + (size_t) p * w->ldb];
            const double *a = w->a + (size_t) p * w->lda;
            double *c = w->c + (size_t) j * w->ldc;
            for (int i = 0; i < w->m; i++) {
                c[i] += w->alpha * (w->ta == NONE ? a[i] : w->a[p + (size_t) i * w->lda]) * b;
            }
        }
    }
}

/** B := A^-1 B, A unit lower triangular. */
static void trsm_left(struct work *w) {
    for (int j = 0; j < w->n; j++) {
        double *b = w->c + (size_t) j * w->ldc;
        for (int p = 0; p < w->m; p++) {
            for (int i = p + 1; i < w->m; i++) {
                b[i] -= w->a[i + (size_t) p * w->lda] * b[p];
            }
        }
    }
}

/** B := B A^-T, A unit lower triangular. */
static void trsm(struct work *w) {
    for (int j = 0; j < w->n; j++) {
        for (int p = 0; p < j; p++) {
            double a = w->a[j + (size_t) p * w->lda];
            for (int i = 0; i < w->m; i++) {
                w->c[i + (size_t) j * w->ldc] -= w->c[i + (size_t) p * w->ldc] * a;
            }
        }
    }
}

static void geam(struct work *w) {
    for (int j = 0; j < w->n; j++) {
        for (int i = 0; i < w->m; i++) {
            w->c[i + (size_t) j * w->ldc] = w->alpha * w->a[j + (size_t) i * w->lda];
        }
    }
}

#ifndef ROCM
static void program(struct work *w) {
    if (!ptx_execute(w->launch)) {
        failure = ILLEGAL_ADDRESS;
    }
    free(w->launch);
}
#endif

static void copy(struct work *w) {
    for (size_t i = 0; i < w->count; i++) {
        memcpy(w->to + i * w->to_pitch, w->from + i * w->from_pitch, w->bytes);
    }
    free(w->staged);
}

/** The work waits for an event of another stream. */
static void wait_event(struct work *w) {
    await_completed(w->event_stream, w->event_number, &failure);
}

static struct place matrix(const double *a, int rows, int cols, int ld, int writes) {
    return (struct place) {(uint64_t) a, 8 * (size_t) ld, 8 * (size_t) rows, (size_t) cols, writes};
}

#ifndef ROCM
/** The memory of a program: what rows copies, or else everything that a parameter points into. Returns the number of places. */
static int program_places(struct ptx_launch *l, struct place **places) {
    int rows = !strcmp(l->function->name, "rows"), count = 0;
    struct reach none = {0, 0, NULL};
    const uint64_t *pairs = rows ? (uint64_t *) reached(&none, l->params[0], 16 * (size_t) l->blocks_y) : NULL;
    if (pairs) {
        size_t bytes = 8 * (size_t) l->params[1];
        *places = malloc(2 * (size_t) l->blocks_y * sizeof **places);
        for (; count < 2 * (int) l->blocks_y; count++) {
            (*places)[count] = (struct place) {pairs[count] & ~DEVICE_BIT, bytes, bytes, 1, count & 1};
        }
        return count;
    }
    *places = malloc((size_t) l->function->param_count * sizeof **places);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < l->function->param_count; i++) {
        for (struct range *r = l->function->param_types[i] == U64 ? allocated : NULL; r; r = r->next) {
            if (l->params[i] >= r->from && l->params[i] < r->from + r->bytes) {
                (*places)[count++] = (struct place) {r->from & ~DEVICE_BIT, r->bytes, r->bytes, 1, 1};
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return count;
}
#endif

/** Adds work to the order of its stream; returns whether it is ordered against other streams' work. */
static int enter(struct stream *s, struct work *w) {
    struct place few[3], *places = few;
    int count = 0;
    if (w->run == copy) {
        few[count++] = (struct place) {(uint64_t) w->to, w->to_pitch, w->bytes, w->count, 1};
        if (!w->staged) {
            few[count++] = (struct place) {(uint64_t) w->from, w->from_pitch, w->bytes, w->count, 0};
        }
    } else if (w->run == gemm) {
        few[count++] = w->ta == NONE ? matrix(w->a, w->m, w->k, w->lda, 0) : matrix(w->a, w->k, w->m, w->lda, 0);
        few[count++] = w->tb == NONE ? matrix(w->b, w->k, w->n, w->ldb, 0) : matrix(w->b, w->n, w->k, w->ldb, 0);
        few[count++] = matrix(w->c, w->m, w->n, w->ldc, 1);
    } else if (w->run == trsm || w->run == trsm_left) {
        int order = w->run == trsm ? w->n : w->m;
        few[count++] = matrix(w->a, order, order, w->lda, 0);
        few[count++] = matrix(w->c, w->m, w->n, w->ldc, 1);
    } else if (w->run == geam) {
        few[count++] = matrix(w->a, w->n, w->m, w->lda, 0);
        few[count++] = matrix(w->c, w->m, w->n, w->ldc, 1);
    }
#ifndef ROCM
    else if (w->run == program) {
        count = program_places(w->launch, &places);
    }
#endif
    int ordered = add_work(s->id, places, count);
    if (places != few) {
        free(places);
    }
    return ordered;
}

/** Waits while products are held. */
static void hold_product(void) {
    time_t until = time(NULL) + 120;
    __sync_add_and_fetch(&held, hold ? 1 : 0);
    while (__sync_add_and_fetch(&hold, 0)) {
        usleep(200);
        if (time(NULL) > until) {
            held_in_vain = 1;
            hold = 0;
        }
    }
}

static void *serve(void *argument) {
    struct stream *s = argument;
    pthread_mutex_lock(&s->lock);
    while (!s->over) {
        struct work *w = s->first;
        if (!w) {
            pthread_cond_wait(&s->change, &s->lock);
            continue;
        }
        s->first = w->next;
        s->last = w->next ? s->last : NULL;
        s->busy = 1;
        pthread_mutex_unlock(&s->lock);
        if (w->run != copy && w->run != wait_event) {
            usleep(20);
        }
        if (w->run == gemm && !s->urgent) {
            hold_product();
        }
        if (!failure) {
            w->run(w);
        }
        free(w);
        complete_work(s->id);
        pthread_mutex_lock(&s->lock);
        s->busy = 0;
        pthread_cond_broadcast(&s->change);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static int submit(struct stream *s, struct work *w) {
    if (s->device != current) {
        return INVALID_VALUE;
    }
    if (!enter(s, w)) {
        return failure = NOT_ORDERED;
    }
    pthread_mutex_lock(&s->lock);
    if (s->last) {
        s->last->next = w;
    } else {
        s->first = w;
    }
    s->last = w;
    pthread_cond_broadcast(&s->change);
    pthread_mutex_unlock(&s->lock);
    return SUCCESS;
}

static void wait_for(struct stream *s) {
    uint64_t number = submitted_to(s->id);
    pthread_mutex_lock(&s->lock);
    while (s->first || s->busy) {
        pthread_cond_wait(&s->change, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    see(s->id, number);
}

int RUNTIME(GetDeviceCount)(int *count) {
    *count = (int) number("GPU_EMULATED_DEVICES", 1);
    return *count ? (int) number("GPU_EMULATED_STATUS", SUCCESS) : NO_DEVICE;
}

int RUNTIME(SetDevice)(int device) {
    if (device < 0 || device >= number("GPU_EMULATED_DEVICES", 1)) {
        return INVALID_DEVICE;
    }
    if (failure == LOST && !getenv("GPU_EMULATED_LOST_AFTER")) {
        failure = products = 0;
    }
    current = device;
    return failure;
}

int PROPERTIES(char *properties, int device) {
    snprintf(properties, 256, "Emulated GPU %d", device);
#ifdef ROCM
    strcpy(properties + 1160, ARCHITECTURE);
#endif
    return SUCCESS;
}

int RUNTIME(DeviceGetPCIBusId)(char *id, int length, int device) {
    const char *from = getenv("GPU_EMULATED_BUS_IDS");
    for (; from && device > 0; device--) {
        from = strchr(from, ',');
        from += from != NULL;
    }
    if (!from || length < 13) {
        return INVALID_VALUE;
    }
    snprintf(id, (size_t) length, "%.*s", (int) strcspn(from, ","), from);
    return SUCCESS;
}

/** A multiprocessor of 1.5 GHz of compute capability 9.0. */
int RUNTIME(DeviceGetAttribute)(int *value, int attribute, int device) {
    (void) device;
    *value = attribute == 13 ? 1500000 : attribute == 16 ? 1 : attribute == 75 ? 9 : 0;
    return SUCCESS;
}

int RUNTIME(DriverGetVersion)(int *version) {
    *version = VERSION;
    return SUCCESS;
}

const char *RUNTIME(GetErrorString)(int error) {
    return error == LOST ? "unspecified launch failure" : error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
            : error == NOT_ORDERED ? "work of two streams on the same memory is not ordered"
            : error == OUT_OF_MEMORY ? "out of memory"
            : error == OLD_DRIVER ? "CUDA driver version is insufficient for CUDA runtime version" : "invalid argument";
}

static size_t taken(void) {
    size_t sum = 0;
    for (struct range *r = allocated; r; r = r->next) {
        sum += r->device == current ? r->bytes : 0;
    }
    return sum;
}

int RUNTIME(MemGetInfo)(size_t *available, size_t *total) {
    pthread_mutex_lock(&lock);
    *total = (size_t) number("GPU_EMULATED_MEMORY", 1l << 30);
    *available = *total - taken();
    pthread_mutex_unlock(&lock);
    return failure;
}

static struct range *add(struct range **list, uint64_t from, size_t bytes) {
    struct range *r = malloc(sizeof *r);
    *r = (struct range) {from, bytes, current, 0, *list};
    *list = r;
    return r;
}

static int take_out(struct range **list, uint64_t from) {
    for (struct range **r = list; *r; r = &(*r)->next) {
        if ((*r)->from == from) {
            struct range *gone = *r;
            *r = gone->next;
            free(gone);
            return SUCCESS;
        }
    }
    return INVALID_VALUE;
}

int RUNTIME(Malloc)(void **pointer, size_t bytes) {
    int status = OUT_OF_MEMORY;
    pthread_mutex_lock(&lock);
    if (taken() + bytes <= (size_t) number("GPU_EMULATED_MEMORY", 1l << 30)) {
        void *memory;
        if (!posix_memalign(&memory, 256, bytes)) {
            /* what it holds is open: a number that would be seen */
            memset(memory, 0x7b, bytes);
            *pointer = (void *) ((uint64_t) memory | DEVICE_BIT);
            add(&allocated, (uint64_t) *pointer, bytes);
            status = SUCCESS;
        }
    }
    pthread_mutex_unlock(&lock);
    return failure ? failure : status;
}

int RUNTIME(Free)(void *pointer) {
    pthread_mutex_lock(&lock);
    int status = take_out(&allocated, (uint64_t) pointer);
    pthread_mutex_unlock(&lock);
    if (!status) {
        free((void *) ((uint64_t) pointer & ~DEVICE_BIT));
    }
    return status;
}

int RUNTIME(HostRegister)(void *pointer, size_t bytes, unsigned flags) {
    pthread_mutex_lock(&lock);
    add(&locked, (uint64_t) pointer, bytes)->mapped = flags & 2 ? 1 : 0;
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

int RUNTIME(HostGetDevicePointer)(void **mapped, void *pointer, unsigned flags) {
    *mapped = pointer;
    return flags == 0 && is_locked(pointer, 1) == 2 ? SUCCESS : INVALID_VALUE;
}

int RUNTIME(HostUnregister)(void *pointer) {
    pthread_mutex_lock(&lock);
    int status = take_out(&locked, (uint64_t) pointer);
    pthread_mutex_unlock(&lock);
    return status;
}

int RUNTIME(DeviceGetStreamPriorityRange)(int *least, int *greatest) {
    *least = 0;
    *greatest = -5;
    return SUCCESS;
}

int RUNTIME(StreamCreateWithPriority)(struct stream **stream, unsigned flags, int priority) {
    struct stream *s = calloc(1, sizeof *s);
    (void) flags;
    if (priority != 0 && priority != -5) {
        return INVALID_VALUE;
    }
    s->device = current;
    s->urgent = priority != 0;
    s->id = take_stream();
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->change, NULL);
    pthread_create(&s->thread, NULL, serve, s);
    *stream = s;
    return SUCCESS;
}

int RUNTIME(StreamDestroy)(struct stream *s) {
    wait_for(s);
    pthread_mutex_lock(&s->lock);
    s->over = 1;
    pthread_cond_broadcast(&s->change);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    give_stream(s->id);
    free(s);
    return SUCCESS;
}

int RUNTIME(EventCreateWithFlags)(struct event **event, unsigned flags) {
    *event = calloc(1, sizeof **event);
    return flags == 2 ? SUCCESS : INVALID_VALUE;
}

int RUNTIME(EventDestroy)(struct event *event) {
    free(event);
    return SUCCESS;
}

int RUNTIME(EventRecord)(struct event *event, struct stream *s) {
    record(event, s->id);
    return s->device == current ? failure : INVALID_VALUE;
}

int RUNTIME(StreamWaitEvent)(struct stream *s, struct event *event, unsigned flags) {
    struct work *w = calloc(1, sizeof *w);
    *w = (struct work) {.run = wait_event, .event_stream = event->stream, .event_number = event->number};
    order_behind(s->id, event);
    return flags ? INVALID_VALUE : failure ? failure : submit(s, w);
}

int RUNTIME(StreamQuery)(struct stream *s) {
    uint64_t number = submitted_to(s->id);
    pthread_mutex_lock(&s->lock);
    int status = s->first || s->busy ? NOT_READY : SUCCESS;
    pthread_mutex_unlock(&s->lock);
    if (status) {
        /* who asks again and again leaves the core to the emulated device */
        usleep(20);
    } else {
        see(s->id, number);
    }
    return failure ? failure : status;
}

int RUNTIME(Memcpy2DAsync)(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t bytes, size_t count, int kind,
        struct stream *s) {
    struct work *w = calloc(1, sizeof *w);
    size_t to_bytes = (count - 1) * to_pitch + bytes, from_bytes = (count - 1) * from_pitch + bytes;
    if (failure) {
        return failure;
    }
    *w = (struct work) {.run = copy, .to = to, .to_pitch = to_pitch, .from = from, .from_pitch = from_pitch, .bytes = bytes,
            .count = count, .kind = kind};
    int host_from = kind == HOST_TO_DEVICE, host_to = kind == DEVICE_TO_HOST;
    if (is_of_device(to) == host_to || is_of_device(from) == host_from || to_pitch < bytes || from_pitch < bytes) {
        return INVALID_VALUE;
    }
    __sync_add_and_fetch(&copies, kind == DEVICE_TO_DEVICE ? 0 : 1);
    if (!host_to && !(w->to = real(to, to_bytes))) {
        return failure = ILLEGAL_ADDRESS;
    }
    if (!host_from && !(w->from = real(from, from_bytes))) {
        return failure = ILLEGAL_ADDRESS;
    }
    if (host_from && !is_locked(from, from_bytes)) {
        w->staged = malloc(bytes * count);
        for (size_t i = 0; i < count; i++) {
            memcpy(w->staged + i * bytes, from + i * from_pitch, bytes);
        }
        w->from = w->staged;
        w->from_pitch = bytes;
    }
    int status = submit(s, w);
    if (host_to && !is_locked(to, to_bytes)) {
        wait_for(s);
    }
    return status;
}

int RUNTIME(MemcpyAsync)(char *to, const char *from, size_t bytes, int kind, struct stream *s) {
    return RUNTIME(Memcpy2DAsync)(to, bytes, from, bytes, bytes, 1, kind, s);
}

#ifndef ROCM
int cuModuleLoadData(struct ptx_function **module, const char *text) {
    *module = ptx_read(text);
    return *module ? SUCCESS : INVALID_PTX;
}

int cuModuleGetFunction(struct ptx_function **function, struct ptx_function *module, const char *name) {
    while (module && strcmp(module->name, name)) {
        module = module->next;
    }
    *function = module;
    return module ? SUCCESS : NOT_FOUND;
}

static int launch(struct ptx_function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
        unsigned shared, struct stream *s, void **parameters, int cooperative) {
    struct work *w = calloc(1, sizeof *w);
    if (!function || gx < 1 || gy < 1 || gz != 1 || bx > 1024 || by != 1 || bz != 1 || shared) {
        return INVALID_VALUE;
    }
    w->run = program;
    w->launch = calloc(1, sizeof *w->launch);
    *w->launch = (struct ptx_launch) {.function = function, .blocks = gx, .blocks_y = gy, .threads = bx, .cooperative = cooperative};
    for (int i = 0; i < function->param_count; i++) {
        w->launch->params[i] = function->param_types[i] == U64 ? *(uint64_t *) parameters[i] : *(uint32_t *) parameters[i];
    }
    return failure ? failure : submit(s, w);
}

int cuLaunchKernel(struct ptx_function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
        unsigned shared, struct stream *s, void **parameters, void **extra) {
    return extra ? INVALID_VALUE : launch(function, gx, gy, gz, bx, by, bz, shared, s, parameters, 0);
}

int cuLaunchCooperativeKernel(struct ptx_function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
        unsigned shared, struct stream *s, void **parameters) {
    return launch(function, gx, gy, gz, bx, by, bz, shared, s, parameters, 1);
}
#else
static int launch(struct hip_function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
        unsigned shared, struct stream *s, void **parameters, int cooperative) {
    struct work *w = calloc(1, sizeof *w);
    if (!function || gx < 1 || gy < 1 || gz != 1 || bx > 1024 || by != 1 || bz != 1 || shared) {
        return INVALID_VALUE;
    }
    w->run = hip_program;
    w->hip = calloc(1, sizeof *w->hip);
    *w->hip = (struct hip_launch) {.function = function, .blocks = gx, .blocks_y = gy, .threads = bx, .cooperative = cooperative};
    for (int i = 0; i < function->params; i++) {
        w->hip->values[i] = *(uint64_t *) parameters[i];
        w->hip->params[i] = &w->hip->values[i];
    }
    return failure ? failure : submit(s, w);
}

int hipModuleLaunchKernel(struct hip_function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
        unsigned shared, struct stream *s, void **parameters, void **extra) {
    return extra ? INVALID_VALUE : launch(function, gx, gy, gz, bx, by, bz, shared, s, parameters, 0);
}

int hipModuleLaunchCooperativeKernel(struct hip_function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
        unsigned bz, unsigned shared, struct stream *s, void **parameters) {
    return launch(function, gx, gy, gz, bx, by, bz, shared, s, parameters, 1);
}
#endif

int CREATE(struct blas **blas) {
    *blas = calloc(1, sizeof **blas);
    return SUCCESS;
}

int DESTROY(struct blas *blas) {
    free(blas);
    return SUCCESS;
}

int SET_STREAM(struct blas *blas, struct stream *stream) {
    blas->stream = stream;
    return SUCCESS;
}

static size_t bytes_of(int rows, int cols, int ld) {
    return 8 * ((size_t) (cols - 1) * ld + rows);
}

int GEMM(struct blas *blas, int ta, int tb, int m, int n, int k, const double *alpha, const double *a, int lda, const double *b, int ldb,
        const double *beta, double *c, int ldc) {
    struct work *w = calloc(1, sizeof *w);
    long lost = number("GPU_EMULATED_LOST_AFTER", -1);
    if (*beta != 1 || m <= 0 || n <= 0 || k <= 0 || lda < (ta == NONE ? m : k) || ldb < (tb == NONE ? k : n) || ldc < m) {
        return BLAS_INVALID;
    }
    if (lost >= 0 && __sync_add_and_fetch(&products, 1) > lost) {
        failure = LOST;
        return BLAS_FAILED;
    }
    *w = (struct work) {.run = gemm, .ta = ta, .tb = tb, .m = m, .n = n, .k = k, .alpha = *alpha, .beta = *beta, .lda = lda, .ldb = ldb,
            .ldc = ldc, .a = real(a, ta == NONE ? bytes_of(m, k, lda) : bytes_of(k, m, lda)),
            .b = real(b, tb == NONE ? bytes_of(k, n, ldb) : bytes_of(n, k, ldb)), .c = real(c, bytes_of(m, n, ldc))};
    if (!w->a || !w->b || !w->c) {
        failure = ILLEGAL_ADDRESS;
        return BLAS_FAILED;
    }
    return failure ? BLAS_FAILED : submit(blas->stream, w);
}

int TRSM(struct blas *blas, int side, int uplo, int trans, int diag, int m, int n, const double *alpha, const double *a, int lda, double *b,
        int ldb) {
    struct work *w = calloc(1, sizeof *w);
    int right = side == RIGHT, order = right ? n : m;
    if ((side != RIGHT && side != RIGHT - 1) || uplo != LOWER || trans != (right ? TRANSPOSE : NONE) || diag != UNIT || *alpha != 1 || m <= 0
            || n <= 0 || lda < order || ldb < m) {
        return BLAS_INVALID;
    }
    *w = (struct work) {.run = right ? trsm : trsm_left, .m = m, .n = n, .lda = lda, .ldc = ldb, .a = real(a, bytes_of(order, order, lda)),
            .c = real(b, bytes_of(m, n, ldb))};
    if (!w->a || !w->c) {
        failure = ILLEGAL_ADDRESS;
        return BLAS_FAILED;
    }
    return failure ? BLAS_FAILED : submit(blas->stream, w);
}

int GEAM(struct blas *blas, int ta, int tb, int m, int n, const double *alpha, const double *a, int lda, const double *beta, const double *b,
        int ldb, double *c, int ldc) {
    struct work *w = calloc(1, sizeof *w);
    (void) b;
    (void) ldb;
    if (ta != TRANSPOSE || tb != NONE || *beta != 0 || m <= 0 || n <= 0 || lda < n || ldc < m) {
        return BLAS_INVALID;
    }
    *w = (struct work) {.run = geam, .m = m, .n = n, .alpha = *alpha, .lda = lda, .ldc = ldc, .a = real(a, bytes_of(n, m, lda)),
            .c = real(c, bytes_of(m, n, ldc))};
    if (!w->a || !w->c) {
        failure = ILLEGAL_ADDRESS;
        return BLAS_FAILED;
    }
    return failure ? BLAS_FAILED : submit(blas->stream, w);
}
