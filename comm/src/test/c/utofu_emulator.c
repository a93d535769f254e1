/*
 * An emulator of what hpl-hetero asks of Fujitsu's uTofu (libtofucom.so), for tests: no Tofu network is at hand. It joins the processes
 * of one host.
 *
 *   cc -O2 -shared -fPIC -pthread -o libtofucom_emulator.so utofu_emulator.c
 *
 * Each queue (VCQ) has a list in shared memory, which a thread of its process serves, as the network does, without the owner: words, gets
 * and atomics in the order in which they came. Data are written straight into the other process before the word that follows them.
 * It is strict about lengths, alignment, unregistered memory and 8 bits of edata, and says BUSY when a list is full and now and then.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SUCCESS = 0, NOT_FOUND = -1, BUSY = -4, MRQ_PEER = -193, INVALID_FLAGS = -514, INVALID_STADD = -525, INVALID_SIZE = -527,
       INVALID_EDATA = -529, INVALID_OP = -531, INVALID_ARG = -512 };
enum { TCQ_NOTICE = 1 << 14, LOCAL_MRQ_NOTICE = 1 << 15 };
enum { LCL_GET = 2, LCL_ARMW = 4 };
enum { FREE, POSTED, DONE };
enum { WORD, GET, ADD, SWAP };
enum { ENTRIES = 128, TCQ = 1024, RANGES = 4096, PEERS = 256 };
static const uint64_t MOST = 16777215;

struct entry { int state, what; uint64_t address, value, expected, result; };
struct shared { pthread_mutex_t lock; sem_t posted; uint64_t head, tail; struct entry entries[ENTRIES]; };
struct notice { uint8_t type, padding[7]; uint64_t vcq_id, edata, rmt_value, lcl_stadd, rmt_stadd, reserved[2]; };
struct answer { struct entry *entry; struct answer *next; uint64_t edata, local; int type; };
struct vcq {
    uint64_t id;
    struct shared *shared;
    char name[64];
    void *tcq[TCQ];
    unsigned tcq_head, tcq_tail;
    struct answer *first, *last;
    unsigned calls;
    struct { uint64_t id; struct shared *shared; } peers[PEERS];
};

static pthread_mutex_t ranges_lock = PTHREAD_MUTEX_INITIALIZER;
static struct { uint64_t from, bytes; } ranges[RANGES];
static int queues;

static void name_of(char *name, uint64_t id) {
    snprintf(name, 64, "/utofu-emulator-%llu-%llu", (unsigned long long) (id >> 16), (unsigned long long) (id & 0xffff));
}

static int is_alive(uint64_t id) {
    return kill((pid_t) (id >> 16), 0) == 0 || errno == EPERM;
}

/** Of processes that were killed. */
static void clean(void) {
    DIR *folder = opendir("/dev/shm");
    for (struct dirent *file = folder ? readdir(folder) : NULL; file; file = readdir(folder)) {
        unsigned long long pid, number;
        if (sscanf(file->d_name, "utofu-emulator-%llu-%llu", &pid, &number) == 2 && !is_alive(pid << 16)) {
            char name[300];
            snprintf(name, sizeof name, "/%s", file->d_name);
            shm_unlink(name);
        }
    }
    if (folder) {
        closedir(folder);
    }
}

static void *serve(void *argument) {
    struct shared *s = argument;
    for (;;) {
        while (sem_wait(&s->posted)) {
        }
        struct entry *e = &s->entries[s->head % ENTRIES];
        uint64_t *word = (uint64_t *) e->address;
        switch (e->what) {
        case WORD:
            __atomic_store_n(word, e->value, __ATOMIC_RELEASE);
            break;
        case GET:
            e->result = __atomic_load_n(word, __ATOMIC_ACQUIRE);
            break;
        case ADD:
            e->result = __atomic_fetch_add(word, e->value, __ATOMIC_SEQ_CST);
            break;
        default:
            e->result = e->expected;
            __atomic_compare_exchange_n(word, &e->result, e->value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        }
        s->head++;
        __atomic_store_n(&e->state, e->what == WORD ? FREE : DONE, __ATOMIC_RELEASE);
    }
    return NULL;
}

int utofu_get_onesided_tnis(uint16_t **ids, size_t *count) {
    *ids = malloc(2 * sizeof **ids);
    (*ids)[0] = 0;
    (*ids)[1] = 1;
    *count = 2;
    return SUCCESS;
}

int utofu_create_vcq(uint16_t tni, unsigned long flags, uintptr_t *handle) {
    struct vcq *q = calloc(1, sizeof *q);
    pthread_mutexattr_t attributes;
    pthread_t thread;
    if (tni > 1 || flags) {
        return INVALID_ARG;
    }
    clean();
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    q->id = (uint64_t) getpid() << 16 | (uint64_t) __sync_fetch_and_add(&queues, 1);
    name_of(q->name, q->id);
    int file = shm_open(q->name, O_CREAT | O_RDWR | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, sizeof *q->shared)) {
        return INVALID_ARG;
    }
    q->shared = mmap(NULL, sizeof *q->shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&q->shared->lock, &attributes);
    sem_init(&q->shared->posted, 1, 0);
    pthread_create(&thread, NULL, serve, q->shared);
    *handle = (uintptr_t) q;
    return SUCCESS;
}

__attribute__((destructor)) static void gone(void) {
    for (int i = 0; i < queues; i++) {
        char name[64];
        name_of(name, (uint64_t) getpid() << 16 | (uint64_t) i);
        shm_unlink(name);
    }
}

int utofu_query_vcq_id(uintptr_t handle, uint64_t *id) {
    *id = ((struct vcq *) handle)->id;
    return SUCCESS;
}

int utofu_set_vcq_id_path(uint64_t *id, uint8_t *coordinates) {
    (void) id;
    return coordinates ? INVALID_ARG : SUCCESS;
}

int utofu_reg_mem(uintptr_t handle, void *address, size_t bytes, unsigned long flags, uint64_t *stadd) {
    (void) handle;
    int status = -640;
    if (!bytes || flags) {
        return INVALID_SIZE;
    }
    pthread_mutex_lock(&ranges_lock);
    for (int i = 0; i < RANGES && status; i++) {
        if (!ranges[i].bytes) {
            ranges[i].from = (uint64_t) address;
            ranges[i].bytes = bytes;
            *stadd = (uint64_t) address;
            status = SUCCESS;
        }
    }
    pthread_mutex_unlock(&ranges_lock);
    return status;
}

int utofu_dereg_mem(uintptr_t handle, uint64_t stadd, unsigned long flags) {
    (void) handle;
    int status = flags ? INVALID_FLAGS : INVALID_STADD;
    pthread_mutex_lock(&ranges_lock);
    for (int i = 0; i < RANGES && status == INVALID_STADD; i++) {
        if (ranges[i].bytes && ranges[i].from == stadd) {
            ranges[i].bytes = 0;
            status = SUCCESS;
        }
    }
    pthread_mutex_unlock(&ranges_lock);
    return status;
}

static int is_registered(uint64_t from, uint64_t bytes) {
    int found = 0;
    pthread_mutex_lock(&ranges_lock);
    for (int i = 0; i < RANGES && !found; i++) {
        found = ranges[i].bytes && from >= ranges[i].from && from + bytes <= ranges[i].from + ranges[i].bytes;
    }
    pthread_mutex_unlock(&ranges_lock);
    return found;
}

/** NULL: it is gone. */
static struct shared *peer(struct vcq *q, uint64_t id) {
    for (int i = 0; i < PEERS; i++) {
        if (q->peers[i].id == id) {
            return q->peers[i].shared;
        }
        if (!q->peers[i].id) {
            char name[64];
            name_of(name, id);
            int file = shm_open(name, O_RDWR, 0);
            if (file < 0) {
                return NULL;
            }
            q->peers[i].id = id;
            q->peers[i].shared = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            close(file);
            return q->peers[i].shared;
        }
    }
    return NULL;
}

/** BUSY, or room for one more notice. */
static int begin(struct vcq *q, unsigned long flags, uint64_t edata) {
    if (!(flags & TCQ_NOTICE) || flags & ~(uint64_t) (1 | TCQ_NOTICE | LOCAL_MRQ_NOTICE)) {
        return INVALID_FLAGS;
    }
    if (edata > 255) {
        return INVALID_EDATA;
    }
    return q->tcq_tail - q->tcq_head == TCQ || ++q->calls % 61 == 0 ? BUSY : SUCCESS;
}

static void sent(struct vcq *q, void *callback) {
    q->tcq[q->tcq_tail++ % TCQ] = callback;
}

static int post(struct vcq *q, uint64_t id, struct entry command, struct entry **where) {
    struct shared *s = peer(q, id);
    int status = SUCCESS;
    *where = NULL;
    if (command.address % 8) {
        return INVALID_STADD;
    }
    if (!s || !is_alive(id)) {
        return SUCCESS;
    }
    if (pthread_mutex_lock(&s->lock) == EOWNERDEAD) {
        pthread_mutex_consistent(&s->lock);
    }
    struct entry *e = &s->entries[s->tail % ENTRIES];
    if (__atomic_load_n(&e->state, __ATOMIC_ACQUIRE) != FREE) {
        status = BUSY;
    } else {
        command.state = POSTED;
        *e = command;
        s->tail++;
        *where = e;
        sem_post(&s->posted);
    }
    pthread_mutex_unlock(&s->lock);
    return status;
}

int utofu_put(uintptr_t handle, uint64_t id, uint64_t local, uint64_t remote, size_t bytes, uint64_t edata, unsigned long flags,
        void *callback) {
    struct vcq *q = (struct vcq *) handle;
    struct iovec from = {(void *) local, bytes}, to = {(void *) remote, bytes};
    int status = begin(q, flags, edata);
    if (status) {
        return status;
    }
    if (!bytes || bytes > MOST) {
        return INVALID_SIZE;
    }
    if (!is_registered(local, bytes)) {
        return INVALID_STADD;
    }
    if (process_vm_writev((pid_t) (id >> 16), &from, 1, &to, 1, 0) != (ssize_t) bytes && errno != ESRCH) {
        return is_alive(id) ? INVALID_STADD : SUCCESS;
    }
    sent(q, callback);
    return SUCCESS;
}

int utofu_put_piggyback8(uintptr_t handle, uint64_t id, uint64_t data, uint64_t remote, size_t bytes, uint64_t edata, unsigned long flags,
        void *callback) {
    struct vcq *q = (struct vcq *) handle;
    struct entry *where;
    int status = bytes == 8 ? begin(q, flags, edata) : INVALID_SIZE;
    status = status ? status : post(q, id, (struct entry) {.what = WORD, .address = remote, .value = data}, &where);
    if (!status) {
        sent(q, callback);
    }
    return status;
}

static int answering(struct vcq *q, uint64_t id, struct entry command, uint64_t local, uint64_t edata, unsigned long flags, void *callback,
        int type) {
    struct entry *where;
    int status = flags & LOCAL_MRQ_NOTICE ? begin(q, flags, edata) : INVALID_FLAGS;
    status = status ? status : post(q, id, command, &where);
    if (!status) {
        struct answer *a = malloc(sizeof *a);
        *a = (struct answer) {where, NULL, edata, local, type};
        if (q->last) {
            q->last->next = a;
        } else {
            q->first = a;
        }
        q->last = a;
        sent(q, callback);
    }
    return status;
}

int utofu_get(uintptr_t handle, uint64_t id, uint64_t local, uint64_t remote, size_t bytes, uint64_t edata, unsigned long flags,
        void *callback) {
    if (bytes != 8 || !is_registered(local, bytes)) {
        return bytes != 8 ? INVALID_SIZE : INVALID_STADD;
    }
    return answering((struct vcq *) handle, id, (struct entry) {.what = GET, .address = remote}, local, edata, flags, callback, LCL_GET);
}

int utofu_armw8(uintptr_t handle, uint64_t id, int operation, uint64_t value, uint64_t remote, uint64_t edata, unsigned long flags,
        void *callback) {
    if (operation != 2) {
        return INVALID_OP;
    }
    return answering((struct vcq *) handle, id, (struct entry) {.what = ADD, .address = remote, .value = value}, 0, edata, flags, callback,
            LCL_ARMW);
}

int utofu_cswap8(uintptr_t handle, uint64_t id, uint64_t expected, uint64_t desired, uint64_t remote, uint64_t edata, unsigned long flags,
        void *callback) {
    return answering((struct vcq *) handle, id, (struct entry) {.what = SWAP, .address = remote, .value = desired, .expected = expected}, 0,
            edata, flags, callback, LCL_ARMW);
}

int utofu_poll_tcq(uintptr_t handle, unsigned long flags, void **callback) {
    struct vcq *q = (struct vcq *) handle;
    if (flags || q->tcq_head == q->tcq_tail) {
        return flags ? INVALID_FLAGS : NOT_FOUND;
    }
    *callback = q->tcq[q->tcq_head++ % TCQ];
    return SUCCESS;
}

int utofu_poll_mrq(uintptr_t handle, unsigned long flags, struct notice *notice) {
    struct vcq *q = (struct vcq *) handle;
    struct answer *a = q->first;
    if (flags || !a) {
        return flags ? INVALID_FLAGS : NOT_FOUND;
    }
    if (a->entry && __atomic_load_n(&a->entry->state, __ATOMIC_ACQUIRE) != DONE) {
        return NOT_FOUND;
    }
    q->first = a->next;
    q->last = a->next ? q->last : NULL;
    int status = a->entry ? SUCCESS : MRQ_PEER;
    *notice = (struct notice) {.type = (uint8_t) a->type, .edata = a->edata, .lcl_stadd = a->local};
    if (a->entry) {
        notice->rmt_value = a->entry->result;
        if (a->type == LCL_GET) {
            *(uint64_t *) a->local = a->entry->result;
            notice->rmt_value = 0;
        }
        __atomic_store_n(&a->entry->state, FREE, __ATOMIC_RELEASE);
    }
    free(a);
    return status;
}
