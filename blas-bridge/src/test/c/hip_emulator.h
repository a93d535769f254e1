/*
 * An emulator of hipRTC, AMD's compiler of programs for a device, and of the launch of such programs. It gives the text of a program to the
 * host's C compiler, behind a few lines that say what the words of HIP mean here.
 *
 * Threads of a block take turns: each is a coroutine that runs until it waits for its block, sleeps or ends. Blocks of a cooperative launch
 * take turns too, when a thread sleeps; others run one after the other. The compiler inserts a call at each access to memory
 * (-fsanitize=thread), and an access is refused where the device's memory was not allocated, or the host's is not locked and mapped.
 *
 * A launch runs on its stream's thread, so that the host may answer its questions through memory that both see. While all blocks of a
 * launch sleep, other launches go on.
 *
 * GPU_EMULATED_HIPRTC_LINE  a line, or several, compiled before each text, such as "#error broken"
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <spawn.h>
#include <sys/wait.h>
#include <ucontext.h>

enum { HIPRTC_INVALID_INPUT = 3, HIPRTC_INVALID_OPTION = 5, HIPRTC_COMPILATION = 6, INVALID_IMAGE = 200, HIP_MOST_PARAMS = 16,
       HIP_STACK = 32768, HIP_REACHES = 4 };

static const char ARCHITECTURE[] = "gfx90a:sramecc+:xnack-";

/* the same declarations for the emulator and for the text that it compiles */
#define HIP_STATE \
    struct hip_place { unsigned x, y, z; }; \
    struct hip_state { \
        struct hip_place thread, block, threads, blocks; \
        void (*pause)(int for_block); \
        void (*touch)(const void *address, unsigned long bytes); \
    };
#define HIP_STRING_OF(...) #__VA_ARGS__
#define HIP_STRING(...) HIP_STRING_OF(__VA_ARGS__)
HIP_STATE

static const char hip_before[] = HIP_STRING(HIP_STATE) "\n"
    "struct hip_state *hip_state;\n"
    "#define __global__\n"
    "#define __launch_bounds__(threads)\n"
    "#define __shared__ static __attribute__((used, section(\"hip_shared\")))\n"
    "#define threadIdx hip_state->thread\n"
    "#define blockIdx hip_state->block\n"
    "#define blockDim hip_state->threads\n"
    "#define gridDim hip_state->blocks\n"
    "#define __syncthreads() hip_state->pause(1)\n"
    "#define __threadfence() __asm__ volatile(\"\" ::: \"memory\")\n"
    "#define __builtin_amdgcn_s_sleep(length) hip_state->pause(0)\n"
    "#define __threadfence_system() __threadfence()\n"
    "#define __hip_atomic_load(from, order, scope) __atomic_load_n(from, order)\n"
    "#define __hip_atomic_store(to, value, order, scope) __atomic_store_n(to, value, order)\n"
    "#define __hip_atomic_fetch_add(to, value, order, scope) __atomic_fetch_add(to, value, order)\n";

/* one shared byte, so that there is such a section, and what the compiler calls at each access */
static const char hip_after[] =
    "__shared__ char hip_byte;\n"
    "extern char __start_hip_shared[] __attribute__((visibility(\"hidden\")));\n"
    "extern char __stop_hip_shared[] __attribute__((visibility(\"hidden\")));\n"
    "char *const hip_bounds[] = {__start_hip_shared, __stop_hip_shared};\n"
    "#define FREE __attribute__((no_sanitize(\"thread\")))\n"
    "FREE void __tsan_init(void) {}\n"
    "FREE void __tsan_func_entry(void *a) { (void) a; }\n"
    "FREE void __tsan_func_exit(void *a) { (void) a; }\n"
    "FREE void __tsan_read4(void *a) { hip_state->touch(a, 4); }\n"
    "FREE void __tsan_read8(void *a) { hip_state->touch(a, 8); }\n"
    "FREE void __tsan_write4(void *a) { hip_state->touch(a, 4); }\n"
    "FREE void __tsan_write8(void *a) { hip_state->touch(a, 8); }\n"
    "#define TOUCH(a, bytes) (void) order; hip_state->touch((const void *) a, bytes)\n"
    "FREE unsigned __tsan_atomic32_load(const volatile void *a, int order) {\n"
    "    TOUCH(a, 4);\n"
    "    return __atomic_load_n((const volatile unsigned *) a, __ATOMIC_SEQ_CST);\n"
    "}\n"
    "FREE unsigned long __tsan_atomic64_load(const volatile void *a, int order) {\n"
    "    TOUCH(a, 8);\n"
    "    return __atomic_load_n((const volatile unsigned long *) a, __ATOMIC_SEQ_CST);\n"
    "}\n"
    "FREE void __tsan_atomic32_store(volatile void *a, unsigned value, int order) {\n"
    "    TOUCH(a, 4);\n"
    "    __atomic_store_n((volatile unsigned *) a, value, __ATOMIC_SEQ_CST);\n"
    "}\n"
    "FREE unsigned __tsan_atomic32_fetch_add(volatile void *a, unsigned value, int order) {\n"
    "    TOUCH(a, 4);\n"
    "    return __atomic_fetch_add((volatile unsigned *) a, value, __ATOMIC_SEQ_CST);\n"
    "}\n";

/* compiled code, as hiprtcGetCode gives it: a shared library of the host */
struct hip_code { char magic[8]; size_t bytes; char library[]; };
struct hiprtc { char *text, *name, *log; struct hip_code *code; struct hiprtc *next; };
struct hip_module { void *library; struct hip_state **state; char *shared; size_t shared_bytes; };
struct hip_function { struct hip_module *module; void (*call)(void **parameters); int params; };
struct hip_launch {
    struct hip_function *function;
    uint64_t values[HIP_MOST_PARAMS];
    void *params[HIP_MOST_PARAMS];
    unsigned blocks, blocks_y, threads;
    int cooperative;
};

struct hip_routine { ucontext_t start; jmp_buf at; int begun; char *stack; struct hip_routine *next; };
struct hip_thread { struct hip_routine *routine; int waits, over; };
struct hip_run {
    struct hip_launch *launch;
    struct hip_state state;
    struct hip_thread *thread;
    struct hip_routine *idle;
    jmp_buf turn;
    /* passed: whether threads of a block have met since this was 0 */
    int bad, slept, passed;
    /* whether a block stops at once when a thread sleeps, and the host goes on meanwhile, by chances that are the same in each run */
    unsigned stops, rests, chance;
    /* parts of the memory that were used last */
    struct reach reaches[HIP_REACHES];
    int next;
};
/** The run whose threads take turns, one at a time, since the shared memory of a text's blocks has one place. */
static struct hip_run *hip_run;
static pthread_mutex_t hip_lock = PTHREAD_MUTEX_INITIALIZER;
/** Programs that were compiled before. */
static struct hiprtc *hip_compiled;

static void hip_pause(int for_block) {
    struct hip_routine *own = hip_run->thread->routine;
    hip_run->thread->waits = for_block;
    if (!for_block && !hip_run->thread->over) {
        hip_run->slept = 1;
        hip_run->chance = hip_run->chance * 1103515245 + 12345;
        hip_run->stops = hip_run->chance >> 16 & 1;
        hip_run->rests |= hip_run->stops && (hip_run->chance >> 17 & 7) == 0;
    }
    if (!_setjmp(own->at)) {
        _longjmp(hip_run->turn, 1);
    }
}

static void hip_touch(const void *pointer, unsigned long bytes) {
    struct hip_module *m = hip_run->launch->function->module;
    uint64_t address = (uint64_t) pointer, state = (uint64_t) &hip_run->state, shared = (uint64_t) m->shared;
    int own = (address >= state && address + bytes <= state + sizeof hip_run->state) || address == (uint64_t) m->state
            || (address >= shared && address + bytes <= shared + m->shared_bytes);
    for (int i = 0; !own && i < HIP_REACHES; i++) {
        own = address >= hip_run->reaches[i].from && address + bytes <= hip_run->reaches[i].end;
    }
    if (!own) {
        hip_run->next = (hip_run->next + 1) % HIP_REACHES;
        hip_run->bad = !reached(&hip_run->reaches[hip_run->next], address, bytes);
    }
    hip_run->bad |= address % bytes != 0;
    if (hip_run->bad) {
        hip_pause(1);
    }
}

/** Runs one thread after the other. */
static void hip_routine_main(void) {
    for (;;) {
        hip_run->launch->function->call(hip_run->launch->params);
        hip_run->thread->over = 1;
        hip_pause(0);
    }
}

static struct hip_routine *hip_new_routine(void) {
    struct hip_routine *r = calloc(1, sizeof *r);
    r->stack = malloc(HIP_STACK);
    getcontext(&r->start);
    r->start.uc_stack.ss_sp = r->stack;
    r->start.uc_stack.ss_size = HIP_STACK;
    makecontext(&r->start, hip_routine_main, 0);
    return r;
}

/** Runs a thread until it waits, sleeps or ends. */
static void hip_turn(struct hip_thread *t) {
    if (!t->routine) {
        t->routine = hip_run->idle ? hip_run->idle : hip_new_routine();
        hip_run->idle = t->routine->next;
        t->routine->next = NULL;
    }
    hip_run->thread = t;
    if (!_setjmp(hip_run->turn)) {
        if (t->routine->begun) {
            _longjmp(t->routine->at, 1);
        }
        t->routine->begun = 1;
        setcontext(&t->routine->start);
    }
    if (t->over) {
        t->routine->next = hip_run->idle;
        hip_run->idle = t->routine;
        t->routine = NULL;
    }
}

/**
 * Runs the threads of a block until one sleeps or all have ended, so that a block goes ahead of others as far as it can. When a thread
 * sleeps, the others of its block go on to their next barrier first, or not, by chance: where a barrier is missing before the sleep, or
 * behind it, one of the two gives a wrong result. Returns whether all have ended.
 */
static int hip_block(struct hip_thread *threads) {
    unsigned all = hip_run->launch->threads, waiting, ended;
    hip_run->slept = hip_run->stops = 0;
    do {
        waiting = ended = 0;
        for (unsigned i = 0; i < all && !hip_run->bad && !hip_run->stops; i++) {
            hip_run->state.thread = (struct hip_place) {i, 0, 0};
            if (!threads[i].over && !threads[i].waits) {
                hip_turn(&threads[i]);
            }
            waiting += (unsigned) threads[i].waits;
            ended += (unsigned) threads[i].over;
        }
        for (unsigned i = 0; i < all && waiting + ended == all; i++) {
            hip_run->passed |= threads[i].waits;
            threads[i].waits = 0;
        }
    } while (!hip_run->bad && !hip_run->slept && ended < all);
    return ended == all;
}

/** Begins a run of the calling thread, or goes on with it. */
static void hip_enter(struct hip_run *run) {
    pthread_mutex_lock(&hip_lock);
    hip_run = run;
    *run->launch->function->module->state = &run->state;
}

/** Lets other runs, and the host, go on for a moment. */
static void hip_rest(void) {
    struct hip_run *run = hip_run;
    pthread_mutex_unlock(&hip_lock);
    usleep(50);
    hip_enter(run);
}

/** Runs some blocks of a launch side by side, from number {@code first} on. */
static void hip_blocks(unsigned first, unsigned count) {
    struct hip_launch *l = hip_run->launch;
    struct hip_module *m = l->function->module;
    struct hip_thread *threads = calloc((size_t) count * l->threads, sizeof *threads);
    char *shared = malloc(count * m->shared_bytes);
    unsigned over = 0;
    /* what shared memory holds at first is open */
    memset(shared, 0x7b, count * m->shared_bytes);
    while (!hip_run->bad && over < count) {
        unsigned before = over;
        over = 0;
        hip_run->passed = 0;
        hip_run->rests = 0;
        for (unsigned b = 0; b < count && !hip_run->bad; b++) {
            hip_run->state.block = (struct hip_place) {(first + b) % l->blocks, (first + b) / l->blocks, 0};
            memcpy(m->shared, shared + b * m->shared_bytes, m->shared_bytes);
            over += (unsigned) hip_block(threads + (size_t) b * l->threads);
            memcpy(shared + b * m->shared_bytes, m->shared, m->shared_bytes);
        }
        if (!hip_run->bad && (hip_run->rests || (!hip_run->passed && over == before))) {
            /* all blocks sleep, mostly to wait for the host */
            hip_rest();
        }
    }
    for (unsigned i = 0; i < count * l->threads; i++) {
        /* threads that a refused access has stopped */
        if (threads[i].routine) {
            threads[i].routine->next = hip_run->idle;
            hip_run->idle = threads[i].routine;
        }
    }
    free(threads);
    free(shared);
}

/** Runs a launch; returns 0 where it uses memory that it must not use. */
static int hip_execute(struct hip_launch *l) {
    struct hip_run run = {.launch = l, .state = {.threads = {l->threads, 1, 1}, .blocks = {l->blocks, l->blocks_y, 1},
            .pause = hip_pause, .touch = hip_touch}};
    unsigned all = l->blocks * l->blocks_y;
    hip_enter(&run);
    for (unsigned b = 0; b < all && !run.bad; b += l->cooperative ? all : 1) {
        hip_blocks(b, l->cooperative ? all : 1);
    }
    pthread_mutex_unlock(&hip_lock);
    while (run.idle) {
        struct hip_routine *r = run.idle;
        run.idle = r->next;
        free(r->stack);
        free(r);
    }
    return !run.bad;
}

/** Writes for each program of a text a function that takes pointers to the program's arguments, as a launch does, and their number. */
static void hip_write_calls(FILE *to, const char *text) {
    for (const char *at = strstr(text, "\n__global__ "); at; at = strstr(at + 1, "\n__global__ ")) {
        const char *open = strchr(at, '(');
        if (!strncmp(open - 17, "__launch_bounds__", 17)) {
            open = strchr(open + 1, '(');
        }
        const char *name = open, *end = strchr(open, ')');
        while (name[-1] != ' ' && name[-1] != '\n') {
            name--;
        }
        fprintf(to, "FREE void hip_call_%.*s(void **p) { %.*s(", (int) (open - name), name, (int) (open - name), name);
        int count = 0;
        for (const char *param = open + 1; param < end; count++) {
            const char *stop = param + strcspn(param, ",)"), *type_end = stop;
            while (type_end[-1] != ' ' && type_end[-1] != '*') {
                type_end--;
            }
            fprintf(to, "%s*(%.*s *) p[%d]", count ? ", " : "", (int) (type_end - param), param, count);
            param = stop + 1;
        }
        fprintf(to, "); }\nconst int hip_params_%.*s = %d;\n", (int) (open - name), name, count);
    }
}

static char *hip_read(const char *path, size_t *bytes) {
    FILE *in = fopen(path, "r");
    char *content = NULL;
    *bytes = 0;
    for (size_t got = 1; in && got; *bytes += got) {
        content = realloc(content, *bytes + 65537);
        got = fread(content + *bytes, 1, 65536, in);
    }
    if (in) {
        fclose(in);
        content[*bytes] = 0;
    }
    return content;
}

/** Runs a command by the shell, without the library that is loaded before others into Java. Returns 0 if the command succeeds. */
static int hip_shell(char *command) {
    char *arguments[] = {"sh", "-c", command, NULL}, *variables[4096];
    int count = 0, status = 1;
    pid_t process;
    for (char **one = environ; *one && count < 4095; one++) {
        if (strncmp(*one, "LD_PRELOAD=", 11)) {
            variables[count++] = *one;
        }
    }
    variables[count] = NULL;
    return posix_spawnp(&process, "sh", NULL, NULL, arguments, variables) || waitpid(process, &status, 0) != process || status;
}

int hiprtcCreateProgram(struct hiprtc **program, const char *text, const char *name, int headers, const char **header,
        const char **include) {
    if (headers || header || include) {
        return HIPRTC_INVALID_INPUT;
    }
    *program = calloc(1, sizeof **program);
    **program = (struct hiprtc) {.text = strdup(text), .name = strdup(name), .log = strdup("")};
    return SUCCESS;
}

int hiprtcCompileProgram(struct hiprtc *p, int options, const char **option) {
    char folder[] = "/tmp/hiprtcXXXXXX", path[64], command[640];
    const char *line = getenv("GPU_EMULATED_HIPRTC_LINE");
    if (options != 1 || strncmp(option[0], "--gpu-architecture=", 19) || strcmp(option[0] + 19, ARCHITECTURE) || !mkdtemp(folder)) {
        return HIPRTC_INVALID_OPTION;
    }
    pthread_mutex_lock(&hip_lock);
    for (struct hiprtc *done = hip_compiled; done && !line && !p->code; done = done->next) {
        p->code = strcmp(done->text, p->text) ? NULL : done->code;
    }
    if (!p->code) {
        size_t bytes;
        snprintf(path, sizeof path, "%s/text.c", folder);
        FILE *out = fopen(path, "w");
        fprintf(out, "%s#line 1 \"%s\"\n%s%s%s\n#line 1 \"after\"\n%s", hip_before, p->name, line ? line : "", line ? "\n" : "", p->text,
                hip_after);
        hip_write_calls(out, p->text);
        fclose(out);
        snprintf(command, sizeof command, "cd %s && { cc -std=gnu11 -O1 -fPIC -Wall -Wextra -Werror -fsanitize=thread -c text.c -o text.o"
                " && cc -shared -o text.so text.o -lm; } > log 2>&1", folder);
        int failed = hip_shell(command);
        snprintf(path, sizeof path, "%s/log", folder);
        free(p->log);
        p->log = hip_read(path, &bytes);
        snprintf(path, sizeof path, "%s/text.so", folder);
        char *library = failed ? NULL : hip_read(path, &bytes);
        if (library) {
            p->code = malloc(sizeof *p->code + bytes);
            *p->code = (struct hip_code) {.magic = "HIPCODE", .bytes = bytes};
            memcpy(p->code->library, library, bytes);
            free(library);
            struct hiprtc *kept = calloc(1, sizeof *kept);
            *kept = (struct hiprtc) {.text = strdup(p->text), .code = p->code, .next = hip_compiled};
            hip_compiled = line ? hip_compiled : kept;
        }
    }
    pthread_mutex_unlock(&hip_lock);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return hip_shell(command) || !p->code ? HIPRTC_COMPILATION : SUCCESS;
}

int hiprtcGetProgramLogSize(struct hiprtc *p, size_t *bytes) {
    *bytes = strlen(p->log) + 1;
    return SUCCESS;
}

int hiprtcGetProgramLog(struct hiprtc *p, char *log) {
    strcpy(log, p->log);
    return SUCCESS;
}

int hiprtcGetCodeSize(struct hiprtc *p, size_t *bytes) {
    *bytes = p->code ? sizeof *p->code + p->code->bytes : 0;
    return p->code ? SUCCESS : HIPRTC_INVALID_INPUT;
}

int hiprtcGetCode(struct hiprtc *p, char *code) {
    memcpy(code, p->code, sizeof *p->code + p->code->bytes);
    return SUCCESS;
}

int hiprtcDestroyProgram(struct hiprtc **p) {
    free((*p)->text);
    free((*p)->name);
    free((*p)->log);
    free(*p);
    *p = NULL;
    return SUCCESS;
}

int hipModuleLoadData(struct hip_module **module, const struct hip_code *code) {
    char path[] = "/tmp/hipmoduleXXXXXX";
    int file = strcmp(code->magic, "HIPCODE") ? -1 : mkstemp(path);
    if (file < 0 || write(file, code->library, code->bytes) != (ssize_t) code->bytes || close(file)) {
        return INVALID_IMAGE;
    }
    struct hip_module *m = *module = calloc(1, sizeof *m);
    m->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    unlink(path);
    if (!m->library) {
        fprintf(stderr, "hip: %s\n", dlerror());
        return INVALID_IMAGE;
    }
    char **bounds = dlsym(m->library, "hip_bounds");
    m->state = dlsym(m->library, "hip_state");
    m->shared = bounds[0];
    m->shared_bytes = (size_t) (bounds[1] - bounds[0]);
    return SUCCESS;
}

int hipModuleGetFunction(struct hip_function **function, struct hip_module *module, const char *name) {
    char call[80], params[80];
    snprintf(call, sizeof call, "hip_call_%s", name);
    snprintf(params, sizeof params, "hip_params_%s", name);
    if (!dlsym(module->library, call)) {
        return NOT_FOUND;
    }
    *function = calloc(1, sizeof **function);
    **function = (struct hip_function) {module, (void (*)(void **)) dlsym(module->library, call), *(int *) dlsym(module->library, params)};
    return SUCCESS;
}

static void hip_program(struct work *w) {
    if (!hip_execute(w->hip)) {
        failure = ILLEGAL_ADDRESS;
    }
    free(w->hip);
}
