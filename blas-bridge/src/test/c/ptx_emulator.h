/*
 * An interpreter of PTX, NVIDIA's text of programs for a device, as far as hpl-hetero's programs use it. Threads of a block take turns; they
 * wait for each other at bar.sync. Blocks of a cooperative launch take turns too, others run one after the other. A launch runs on its
 * stream's thread, so that the host may answer its questions through memory that both see.
 *
 * A text is refused that has an instruction, a register or a label which the interpreter does not know.
 */
enum ptx_op { LD, ST, MOV, MUL_WIDE, MUL_LO, MAD_LO, ADD, SUB, DIV, MIN, MAX, AND, OR, SHL, SHR, SETP, ABS, NEG, FMA, CVT, BRA, BAR, NOTHING, ATOM_ADD, RET };
enum ptx_space { NO_SPACE, PARAM, GLOBAL, SHARED };
enum ptx_type { U32, S32, U64, F64, PRED };
enum ptx_compare { GE, LT, GT, EQ, NE };
enum ptx_kind { REGISTER, NUMBER, SPECIAL };
enum { MOST_REGISTERS = 64, MOST_PARAMS = 16, MOST_NAMES = 128, BLOCK_TURN = 2000 };
static const char *ptx_specials[] = {"%tid.x", "%ctaid.x", "%ctaid.y", "%ntid.x", "%nctaid.x"};

struct ptx_operand { enum ptx_kind kind; int index; uint64_t number; };
struct ptx_instruction {
    enum ptx_op op; enum ptx_space space; enum ptx_type type; enum ptx_compare compare;
    int guard, guard_not, target;
    struct ptx_operand operands[4];
    int64_t offset;
};
struct ptx_label { char name[40]; int at; };
struct ptx_function {
    char name[40];
    char registers[MOST_REGISTERS][24];
    int register_count;
    char params[MOST_PARAMS][24];
    enum ptx_type param_types[MOST_PARAMS];
    int param_count;
    struct { char name[24]; int at; } shared[8];
    int shared_count, shared_bytes;
    struct ptx_label labels[MOST_NAMES];
    int label_count;
    struct { char name[40]; int at; } jumps[MOST_NAMES];
    int jump_count;
    struct ptx_instruction *code;
    int length, room;
    struct ptx_function *next;
};
struct ptx_thread { uint64_t registers[MOST_REGISTERS]; int at, waits, over; unsigned x, block, block_y; };
struct ptx_launch { struct ptx_function *function; uint64_t params[MOST_PARAMS]; unsigned blocks, blocks_y, threads; int cooperative; };

static int ptx_register(struct ptx_function *f, const char *name) {
    for (int i = 0; i < f->register_count; i++) {
        if (!strcmp(f->registers[i], name)) {
            return i;
        }
    }
    return -1;
}

static int ptx_declare(struct ptx_function *f, const char *name) {
    if (f->register_count == MOST_REGISTERS || strlen(name) >= sizeof f->registers[0]) {
        return 0;
    }
    strcpy(f->registers[f->register_count++], name);
    return 1;
}

/** Reads a register, special register, number or name of shared memory; returns 0 where it is none of these. */
static int ptx_read_operand(struct ptx_function *f, const char *text, struct ptx_operand *to) {
    if (*text == '%') {
        for (int i = 0; i < (int) (sizeof ptx_specials / sizeof *ptx_specials); i++) {
            if (!strcmp(text, ptx_specials[i])) {
                *to = (struct ptx_operand) {SPECIAL, i, 0};
                return 1;
            }
        }
        *to = (struct ptx_operand) {REGISTER, ptx_register(f, text), 0};
        return to->index >= 0;
    }
    *to = (struct ptx_operand) {NUMBER, -1, 0};
    for (int i = 0; i < f->shared_count; i++) {
        if (!strcmp(text, f->shared[i].name)) {
            to->number = (uint64_t) f->shared[i].at;
            return 1;
        }
    }
    char *end;
    if (!strncmp(text, "0d", 2)) {
        to->number = strtoull(text + 2, &end, 16);
        return end - text == 18;
    }
    to->number = (uint64_t) strtoll(text, &end, 0);
    return *text && !*end;
}

static int ptx_type(const char *text, enum ptx_type *to) {
    *to = !strcmp(text, "s32") ? S32 : strstr("u32 b32", text) ? U32 : strstr("u64 s64 b64", text) ? U64 : !strcmp(text, "f64") ? F64 : PRED;
    return *to != PRED || !strcmp(text, "pred");
}

/** Reads the operation of an instruction, such as "ld.volatile.global.f64". */
static int ptx_read_op(char *text, struct ptx_instruction *to) {
    static const struct { const char *name; enum ptx_op op; } ops[] = {{"ld", LD}, {"st", ST}, {"mov", MOV}, {"add", ADD}, {"sub", SUB},
        {"div", DIV}, {"min", MIN}, {"max", MAX}, {"and", AND}, {"or", OR}, {"shl", SHL}, {"shr", SHR}, {"setp", SETP}, {"abs", ABS},
        {"neg", NEG}, {"fma", FMA}, {"cvt", CVT}, {"bra", BRA}, {"bar", BAR}, {"membar", NOTHING}, {"atom", ATOM_ADD}, {"ret", RET}, {"mul", MUL_WIDE},
        {"mad", MAD_LO}};
    char *save, *part = strtok_r(text, ".", &save);
    int known = 0;
    for (int i = 0; part && i < (int) (sizeof ops / sizeof *ops); i++) {
        if (!strcmp(part, ops[i].name)) {
            to->op = ops[i].op;
            known = 1;
        }
    }
    while (known && (part = strtok_r(NULL, ".", &save))) {
        static const char *compares[] = {"ge", "lt", "gt", "eq", "ne"};
        int compare = -1;
        for (int i = 0; i < 5; i++) {
            compare = to->op == SETP && !strcmp(part, compares[i]) ? i : compare;
        }
        if (compare >= 0) {
            to->compare = (enum ptx_compare) compare;
        } else if (!strcmp(part, "lo") && to->op == MUL_WIDE) {
            to->op = MUL_LO;
        } else if (!strcmp(part, "param") || !strcmp(part, "global") || !strcmp(part, "shared")) {
            to->space = *part == 'p' ? PARAM : *part == 'g' ? GLOBAL : SHARED;
        } else if (strcmp(part, "volatile") && strcmp(part, "rn") && strcmp(part, "wide") && strcmp(part, "lo") && strcmp(part, "sync")
                && strcmp(part, "gl") && strcmp(part, "sys") && !(to->op == ATOM_ADD && !strcmp(part, "add"))) {
            known = ptx_type(part, &to->type);
        }
    }
    return known;
}

/** Reads an instruction without its semicolon. */
static int ptx_read_instruction(struct ptx_function *f, char *text) {
    struct ptx_instruction one = {.guard = -1, .target = -1};
    char *save, *word = strtok_r(text, " \t", &save);
    if (word && *word == '@') {
        one.guard_not = word[1] == '!';
        one.guard = ptx_register(f, word + 1 + one.guard_not);
        if (one.guard < 0) {
            return 0;
        }
        word = strtok_r(NULL, " \t", &save);
    }
    if (!word || !ptx_read_op(word, &one)) {
        return 0;
    }
    int count = 0;
    for (char *part; (part = strtok_r(NULL, ", \t", &save)); count++) {
        if (one.op == BRA) {
            if (f->jump_count == MOST_NAMES || strlen(part) >= sizeof f->jumps[0].name) {
                return 0;
            }
            strcpy(f->jumps[f->jump_count].name, part);
            f->jumps[f->jump_count++].at = f->length;
        } else if (count == 4) {
            return 0;
        } else if (*part == '[') {
            part[strlen(part) - 1] = 0;
            char *plus = strchr(part, '+');
            one.offset = plus ? atoll(plus + 1) : 0;
            if (plus) {
                *plus = 0;
            }
            int param = -1;
            for (int i = 0; i < f->param_count; i++) {
                param = !strcmp(part + 1, f->params[i]) ? i : param;
            }
            if (one.space == PARAM ? param < 0 : !ptx_read_operand(f, part + 1, &one.operands[count])) {
                return 0;
            }
            one.target = one.space == PARAM ? param : one.target;
        } else if (one.op != BAR && !ptx_read_operand(f, part, &one.operands[count])) {
            return 0;
        }
    }
    if (f->length == f->room) {
        f->code = realloc(f->code, (size_t) (f->room = 2 * f->room + 64) * sizeof *f->code);
    }
    f->code[f->length++] = one;
    return 1;
}

/** Reads the declaration of registers or of shared memory, or an instruction. */
static int ptx_read_statement(struct ptx_function *f, char *text) {
    char *colon = strchr(text, ':');
    while (colon) {
        *colon = 0;
        if (f->label_count == MOST_NAMES || strlen(text) >= sizeof f->labels[0].name) {
            return 0;
        }
        strcpy(f->labels[f->label_count].name, text);
        f->labels[f->label_count++].at = f->length;
        text = colon + 1 + strspn(colon + 1, " \t");
        colon = strchr(text, ':');
    }
    if (!strncmp(text, ".reg ", 5)) {
        char *save, *name = strtok_r(text + 5, " ,\t", &save);
        while ((name = strtok_r(NULL, " ,\t", &save))) {
            char *range = strchr(name, '<');
            int count = range ? atoi(range + 1) : 0;
            if (range) {
                *range = 0;
            }
            for (int i = 0; i < count; i++) {
                char one[64];
                snprintf(one, sizeof one, "%s%d", name, i);
                if (!ptx_declare(f, one)) {
                    return 0;
                }
            }
            if (!range && !ptx_declare(f, name)) {
                return 0;
            }
        }
        return 1;
    }
    if (!strncmp(text, ".shared ", 8)) {
        int align, count;
        char type[8], name[24];
        if (sscanf(text, ".shared .align %d .%7s %23[a-z][%d]", &align, type, name, &count) != 4 || f->shared_count == 8) {
            return 0;
        }
        strcpy(f->shared[f->shared_count].name, name);
        f->shared[f->shared_count++].at = f->shared_bytes;
        f->shared_bytes += (!strcmp(type, "f64") ? 8 : 4) * count;
        return 1;
    }
    return !*text || ptx_read_instruction(f, text);
}

/** Reads a text of programs; returns NULL where it has something unknown. */
static struct ptx_function *ptx_read(const char *source) {
    struct ptx_function *all = NULL, *f = NULL;
    char *text = strdup(source), *c = text, *out = text;
    /* without comments, and each white space as one blank */
    for (; *c; c++) {
        if (c[0] == '/' && c[1] == '/') {
            while (c[1] && c[1] != '\n') {
                c++;
            }
        } else {
            *out++ = *c == '\n' || *c == '\t' ? ' ' : *c;
        }
    }
    *out = 0;
    char *entry = strstr(text, ".visible .entry ");
    if (!strstr(text, ".version") || !strstr(text, ".target sm_") || !strstr(text, ".address_size 64")) {
        return NULL;
    }
    while (entry) {
        char *next = strstr(entry + 1, ".visible .entry "), *open = strchr(entry, '('), *close = strchr(entry, ')'), *save;
        char *body = strchr(entry, '{'), *end = strchr(entry, '}');
        if (!open || !close || !body || !end) {
            return NULL;
        }
        f = calloc(1, sizeof *f);
        f->next = all;
        all = f;
        *open = *close = *end = 0;
        snprintf(f->name, sizeof f->name, "%s", entry + 16);
        for (char *part = strtok_r(open + 1, ", ", &save); part; part = strtok_r(NULL, ", ", &save)) {
            char *type = strtok_r(NULL, ", ", &save), *name = strtok_r(NULL, ", ", &save);
            if (strcmp(part, ".param") || !type || !name || f->param_count == MOST_PARAMS || !ptx_type(type + 1, &f->param_types[f->param_count])) {
                return NULL;
            }
            snprintf(f->params[f->param_count++], sizeof f->params[0], "%s", name);
        }
        for (char *part = strtok_r(body + 1, ";", &save); part; part = strtok_r(NULL, ";", &save)) {
            part += strspn(part, " ");
            char *last = part + strlen(part);
            while (last > part && last[-1] == ' ') {
                *--last = 0;
            }
            if (!ptx_read_statement(f, part)) {
                fprintf(stderr, "ptx: %s: not understood: %s\n", f->name, part);
                return NULL;
            }
        }
        for (int i = 0; i < f->jump_count; i++) {
            for (int k = 0; k < f->label_count; k++) {
                if (!strcmp(f->labels[k].name, f->jumps[i].name)) {
                    f->code[f->jumps[i].at].target = f->labels[k].at;
                }
            }
            if (f->code[f->jumps[i].at].target < 0) {
                fprintf(stderr, "ptx: %s: no label %s\n", f->name, f->jumps[i].name);
                return NULL;
            }
        }
        entry = next;
    }
    free(text);
    return all;
}

static double ptx_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static uint64_t ptx_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}

static int ptx_compare(struct ptx_instruction *in, uint64_t a, uint64_t b) {
    double x = 0, y = 0;
    if (in->type == U64) {
        x = a > b;
        y = a < b;
    } else if (in->type == F64) {
        x = ptx_double(a);
        y = ptx_double(b);
    } else {
        x = in->type == S32 ? (double) (int32_t) a : (double) (uint32_t) a;
        y = in->type == S32 ? (double) (int32_t) b : (double) (uint32_t) b;
    }
    switch (in->compare) {
        case GE: return x >= y;
        case LT: return x < y;
        case GT: return x > y;
        case EQ: return x == y;
        default: return x != y;
    }
}

/** The part of memory that a thread of the emulator has used last, by addresses of the device; freed memory is not noticed within a launch. */
static _Thread_local uint64_t ptx_from, ptx_end;
static _Thread_local char *ptx_memory;

static char *ptx_global(uint64_t address, size_t bytes) {
    if (address < ptx_from || address + bytes > ptx_end) {
        /* whole pages are found at once, single elements where a page reaches beyond an allocation */
        uint64_t page = address & ~4095ull;
        char *whole = reachable((void *) page, 4096), *memory = whole ? whole + (address - page) : reachable((void *) address, bytes);
        ptx_from = whole ? page : address;
        ptx_end = whole ? page + 4096 : address + bytes;
        ptx_memory = whole ? whole : memory;
        return memory;
    }
    return ptx_memory + (address - ptx_from);
}

/** Runs a thread until it waits, ends, or has had its turn; returns 0 where it uses memory that it must not use. */
static int ptx_run(struct ptx_launch *l, struct ptx_thread *t, char *shared) {
    struct ptx_function *f = l->function;
    for (int turn = 0; turn < BLOCK_TURN; turn++) {
        struct ptx_instruction *in = &f->code[t->at++];
        if (in->guard >= 0 && (t->registers[in->guard] == 0) != in->guard_not) {
            continue;
        }
        uint64_t v[4];
        for (int i = 0; i < 4; i++) {
            struct ptx_operand *o = &in->operands[i];
            uint64_t specials[] = {t->x, t->block, t->block_y, l->threads, l->blocks};
            v[i] = o->kind == REGISTER ? t->registers[o->index] : o->kind == NUMBER ? o->number : specials[o->index];
        }
        uint64_t *to = &t->registers[in->operands[0].kind == REGISTER ? in->operands[0].index : 0];
        int wide = in->type == U64 || in->type == F64;
        char *memory = NULL;
        if ((in->op == LD && in->space != PARAM) || in->op == ST || in->op == ATOM_ADD) {
            uint64_t address = (in->op == ST ? v[0] : v[1]) + (uint64_t) in->offset;
            size_t bytes = wide ? 8 : 4;
            memory = in->space == SHARED ? address + bytes <= (uint64_t) f->shared_bytes ? shared + address : NULL
                    : ptx_global(address, bytes);
            if (!memory || address % bytes) {
                ptx_end = 0;
                return 0;
            }
        }
        switch (in->op) {
            case LD:
                *to = in->space == PARAM ? l->params[in->target] : wide ? *(uint64_t *) memory : *(uint32_t *) memory;
                break;
            case ST:
                if (wide) {
                    *(uint64_t *) memory = v[1];
                } else {
                    *(uint32_t *) memory = (uint32_t) v[1];
                }
                break;
            case ATOM_ADD:
                *to = *(uint32_t *) memory;
                *(uint32_t *) memory += (uint32_t) v[2];
                break;
            case MOV: *to = wide ? v[1] : (uint32_t) v[1]; break;
            case MUL_WIDE: *to = (uint64_t) (uint32_t) v[1] * (uint32_t) v[2]; break;
            case MUL_LO: *to = (uint32_t) v[1] * (uint32_t) v[2]; break;
            case MAD_LO: *to = (uint32_t) ((uint32_t) v[1] * (uint32_t) v[2] + (uint32_t) v[3]); break;
            case ADD: *to = wide ? v[1] + v[2] : (uint32_t) (v[1] + v[2]); break;
            case SUB: *to = wide ? v[1] - v[2] : (uint32_t) (v[1] - v[2]); break;
            case DIV: *to = in->type == F64 ? ptx_bits(ptx_double(v[1]) / ptx_double(v[2])) : (uint32_t) v[1] / (uint32_t) v[2]; break;
            case MIN: *to = (uint32_t) v[1] < (uint32_t) v[2] ? (uint32_t) v[1] : (uint32_t) v[2]; break;
            case MAX: *to = (uint32_t) v[1] > (uint32_t) v[2] ? (uint32_t) v[1] : (uint32_t) v[2]; break;
            case AND: *to = v[1] & v[2]; break;
            case OR: *to = v[1] | v[2]; break;
            case SHL: *to = v[1] << v[2]; break;
            case SHR: *to = wide ? v[1] >> v[2] : (uint32_t) v[1] >> v[2]; break;
            case CVT: *to = (uint32_t) v[1]; break;
            case SETP: *to = (uint64_t) ptx_compare(in, v[1], v[2]); break;
            case ABS: *to = ptx_bits(__builtin_fabs(ptx_double(v[1]))); break;
            case NEG: *to = ptx_bits(-ptx_double(v[1])); break;
            case FMA: *to = ptx_bits(__builtin_fma(ptx_double(v[1]), ptx_double(v[2]), ptx_double(v[3]))); break;
            case BRA: t->at = in->target; break;
            case BAR: t->waits = 1; return 1;
            case RET: t->over = 1; return 1;
            case NOTHING: break;
        }
    }
    return 1;
}

/** Runs some blocks of a launch side by side, from number {@code first} on; returns 0 where memory is used that must not be used. */
static int ptx_blocks(struct ptx_launch *l, unsigned first, unsigned count) {
    struct ptx_thread *threads = calloc((size_t) count * l->threads, sizeof *threads);
    char *shared = malloc((size_t) count * (size_t) (l->function->shared_bytes + 8));
    unsigned over = 0, good = 1;
    /* what shared memory holds at first is open */
    memset(shared, 0x7b, (size_t) count * (size_t) (l->function->shared_bytes + 8));
    for (unsigned i = 0; i < count * l->threads; i++) {
        unsigned block = first + i / l->threads;
        threads[i].x = i % l->threads;
        threads[i].block = block % l->blocks;
        threads[i].block_y = block / l->blocks;
    }
    while (good && over < count * l->threads) {
        unsigned before = over, passed = 0;
        over = 0;
        for (unsigned b = 0; b < count && good; b++) {
            struct ptx_thread *own = threads + (size_t) b * l->threads;
            unsigned waiting = 0, ended = 0;
            for (unsigned i = 0; i < l->threads && good; i++) {
                if (!own[i].over && !own[i].waits) {
                    good = (unsigned) ptx_run(l, &own[i], shared + (size_t) b * (size_t) (l->function->shared_bytes + 8));
                }
                waiting += (unsigned) own[i].waits;
                ended += (unsigned) own[i].over;
            }
            for (unsigned i = 0; i < l->threads && waiting + ended == l->threads; i++) {
                own[i].waits = 0;
                passed = 1;
            }
            over += ended;
        }
        if (!passed && over == before) {
            /* blocks may wait for the host, whose threads need this core */
            usleep(50);
        }
    }
    free(threads);
    free(shared);
    return (int) good;
}

static int ptx_execute(struct ptx_launch *l) {
    ptx_end = 0;
    if (l->cooperative) {
        return ptx_blocks(l, 0, l->blocks * l->blocks_y);
    }
    int good = 1;
    for (unsigned b = 0; b < l->blocks * l->blocks_y && good; b++) {
        good = ptx_blocks(l, b, 1);
    }
    return good;
}
