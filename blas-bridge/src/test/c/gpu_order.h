/*
 * The order of work in different streams, for gpu_emulator.c. Each piece of work names the memory that it reads and writes. Work that is
 * submitted to a stream while conflicting work of another stream may still be going on is refused, whether or not that other work happens
 * to be over: the host must have seen its end (a query of the stream that said success), or the stream must wait for an event behind it.
 */
enum { MOST_STREAMS = 512 };

/** A part of memory: count pieces of so many bytes, pitch bytes apart. */
struct place { uint64_t from; size_t pitch, bytes, count; int writes; };

/** Work whose end the host has not seen. */
struct trace { uint64_t number; int places; struct trace *next; struct place place[]; };

static pthread_mutex_t order_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t order_change = PTHREAD_COND_INITIALIZER;
static int stream_taken[MOST_STREAMS];
/** The number of pieces of work of each stream that were submitted, that are done, and of whose end the host knows. */
static uint64_t submitted[MOST_STREAMS], completed[MOST_STREAMS], seen[MOST_STREAMS];
/** Element s, t: how many pieces of work of stream t are done before the next piece of stream s begins. */
static uint64_t clocks[MOST_STREAMS][MOST_STREAMS];
static struct trace *traces[MOST_STREAMS];
/** Number of times that the host waited for work of a stream, or found all of it done that it did not know of; for tests that count. */
long waits;

static int take_stream(void) {
    int id = 0;
    pthread_mutex_lock(&order_lock);
    while (id < MOST_STREAMS && stream_taken[id]) {
        id++;
    }
    if (id == MOST_STREAMS) {
        abort();
    }
    stream_taken[id] = 1;
    pthread_mutex_unlock(&order_lock);
    return id;
}

static void drop_seen(int t) {
    struct trace **at = &traces[t];
    while (*at) {
        struct trace *one = *at;
        if (one->number <= seen[t]) {
            *at = one->next;
            free(one);
        } else {
            at = &one->next;
        }
    }
}

/** The host has seen that the first so many pieces of work of a stream are done, and so is what they waited for. */
static void see(int s, uint64_t number) {
    pthread_mutex_lock(&order_lock);
    if (number > seen[s]) {
        waits++;
        seen[s] = number;
        drop_seen(s);
        for (int t = 0; t < MOST_STREAMS; t++) {
            if (number == submitted[s] && clocks[s][t] > seen[t]) {
                seen[t] = clocks[s][t];
                drop_seen(t);
            }
        }
    }
    pthread_mutex_unlock(&order_lock);
}

static uint64_t submitted_to(int s) {
    pthread_mutex_lock(&order_lock);
    uint64_t number = submitted[s];
    pthread_mutex_unlock(&order_lock);
    return number;
}

static void give_stream(int s) {
    see(s, submitted_to(s));
    pthread_mutex_lock(&order_lock);
    stream_taken[s] = 0;
    pthread_mutex_unlock(&order_lock);
}

/** Whether a contiguous piece of memory has bytes of a place. */
static int touches(const struct place *p, uint64_t from, size_t bytes) {
    if (from >= p->from + (p->count - 1) * p->pitch + p->bytes || from + bytes <= p->from) {
        return 0;
    }
    uint64_t first = from <= p->from ? 0 : (from - p->from) / p->pitch;
    for (uint64_t i = first; i < p->count && p->from + i * p->pitch < from + bytes; i++) {
        if (from < p->from + i * p->pitch + p->bytes) {
            return 1;
        }
    }
    return 0;
}

static int overlap(const struct place *a, const struct place *b) {
    const struct place *few = a->count <= b->count ? a : b, *many = few == a ? b : a;
    for (size_t i = 0; i < few->count; i++) {
        if (touches(many, few->from + i * few->pitch, few->bytes)) {
            return 1;
        }
    }
    return 0;
}

/** Adds a piece of work to a stream. Does nothing and returns 0 where it is not ordered against work of another stream that it conflicts with. */
static int add_work(int s, const struct place *places, int count) {
    struct trace *own = malloc(sizeof *own + (size_t) count * sizeof *places);
    int ordered = 1;
    pthread_mutex_lock(&order_lock);
    for (int t = 0; t < MOST_STREAMS && ordered; t++) {
        for (struct trace *other = t == s ? NULL : traces[t]; other && ordered; other = other->next) {
            for (int i = 0; i < count && other->number > clocks[s][t]; i++) {
                for (int j = 0; j < other->places; j++) {
                    ordered &= !((places[i].writes || other->place[j].writes) && overlap(&places[i], &other->place[j]));
                }
            }
        }
    }
    if (ordered) {
        own->number = ++submitted[s];
        own->places = count;
        memcpy(own->place, places, (size_t) count * sizeof *places);
        own->next = traces[s];
        traces[s] = own;
    } else {
        free(own);
    }
    pthread_mutex_unlock(&order_lock);
    return ordered;
}

static void complete_work(int s) {
    pthread_mutex_lock(&order_lock);
    completed[s]++;
    pthread_cond_broadcast(&order_change);
    pthread_mutex_unlock(&order_lock);
}

/** The end of the work that a stream had when the event was recorded. */
struct event { int stream; uint64_t number, clock[MOST_STREAMS]; };

static void record(struct event *e, int s) {
    pthread_mutex_lock(&order_lock);
    e->stream = s;
    e->number = submitted[s];
    memcpy(e->clock, clocks[s], sizeof e->clock);
    e->clock[s] = submitted[s];
    pthread_mutex_unlock(&order_lock);
}

/** All work that a stream gets from now on comes behind an event. */
static void order_behind(int s, const struct event *e) {
    pthread_mutex_lock(&order_lock);
    for (int t = 0; t < MOST_STREAMS; t++) {
        clocks[s][t] = e->clock[t] > clocks[s][t] ? e->clock[t] : clocks[s][t];
    }
    pthread_mutex_unlock(&order_lock);
}

static void await_completed(int s, uint64_t number, const int *failed) {
    pthread_mutex_lock(&order_lock);
    while (completed[s] < number && !*failed) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_sec++;
        pthread_cond_timedwait(&order_change, &order_lock, &soon);
    }
    pthread_mutex_unlock(&order_lock);
}
