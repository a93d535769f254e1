/*
 * An interpreter of PTX, NVIDIA's text of programs for a device, as far as hpl-hetero's programs use it. Threads of a block take turns; they
 * wait for each other at bar.sync. Blocks of a cooperative launch take turns too, others run one after the other. A launch runs on its
 * stream's thread, so that the host may answer its questions through memory that both see.
 *
 * A turn of a thread ends where it waits, where it ends, and where it reads a volatile word again to see whether it has changed.
 *
 * A text is refused that has an instruction, a register or a label which the interpreter does not know.
 */
enum ptx_op { LD, ST, MOV, MUL_WIDE, MUL_LO, MAD_LO, ADD, SUB, DIV, MIN, MAX, AND, OR, SHL, SHR, SETP, ABS, NEG, FMA, CVT, BRA, BAR, NOTHING,
    ATOM_ADD, RET, SETP_S32, SETP_F64, WIDE };
enum ptx_space { NO_SPACE, PARAM, GLOBAL, SHARED };
enum ptx_type { U32, S32, U64, F64, PRED };
enum { MOST_REGISTERS = 128, MOST_PARAMS = 16, MOST_NAMES = 128, SPECIALS = 5 };
/** The first registers of each program. Behind those that it declares, each number that it names is a register too. */
static const char *ptx_specials[SPECIALS] = {"%tid.x", "%ctaid.x", "%ctaid.y", "%ntid.x", "%nctaid.x"};

/**
 * An instruction. op: the operation, plus WIDE for operands of 64 bits; accepts: which results of a comparison are true, one bit each for
 * less, equal, greater and not comparable; operands: numbers of registers.
 */
struct ptx_instruction {
    int op, guard, guard_not, accepts, is_volatile, target, operands[4];
    enum ptx_space space;
    enum ptx_type type;
    int64_t offset;
};
struct ptx_label { char name[40]; int at; };
struct ptx_function {
    char name[40];
    char registers[MOST_REGISTERS][24];
    uint64_t initial[MOST_REGISTERS];
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
/** looked: the address of the volatile word that it has read last since it waited. */
struct ptx_thread { uint64_t *registers, looked; int at, waits, over; };
/** reached: for each instruction the memory that it has used last; that memory is freed meanwhile is not noticed. */
struct ptx_launch {
    struct ptx_function *function;
    uint64_t params[MOST_PARAMS];
    unsigned blocks, blocks_y, threads;
    int cooperative;
    struct reach *reached;
};

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

/** Reads a register, number or name of shared memory; returns 0 where it is none of these. */
static int ptx_read_operand(struct ptx_function *f, const char *text, int *to) {
    if (*text == '%') {
        *to = ptx_register(f, text);
        return *to >= 0;
    }
    char *end = NULL;
    uint64_t number = 0;
    for (int i = 0; i < f->shared_count; i++) {
        if (!strcmp(text, f->shared[i].name)) {
            number = (uint64_t) f->shared[i].at;
            end = "";
        }
    }
    if (!end && !strncmp(text, "0d", 2)) {
        number = strtoull(text + 2, &end, 16);
        end = end - text == 18 ? end : "not of 16 digits";
    } else if (!end) {
        number = (uint64_t) strtoll(text, &end, 0);
    }
    char name[24];
    snprintf(name, sizeof name, "=%llx", (unsigned long long) number);
    *to = ptx_register(f, name);
    if (*to < 0 && ptx_declare(f, name)) {
        *to = f->register_count - 1;
        f->initial[*to] = number;
    }
    return *text && !*end && *to >= 0;
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
        static const struct { const char *name; int accepts; } compares[] = {{"ge", 6}, {"lt", 1}, {"gt", 4}, {"eq", 2}, {"ne", 13}};
        int accepts = 0;
        for (int i = 0; i < 5; i++) {
            accepts = to->op == SETP && !strcmp(part, compares[i].name) ? compares[i].accepts : accepts;
        }
        if (accepts) {
            to->accepts = accepts;
        } else if (!strcmp(part, "lo") && to->op == MUL_WIDE) {
            to->op = MUL_LO;
        } else if (!strcmp(part, "param") || !strcmp(part, "global") || !strcmp(part, "shared")) {
            to->space = *part == 'p' ? PARAM : *part == 'g' ? GLOBAL : SHARED;
        } else if (!strcmp(part, "volatile")) {
            to->is_volatile = 1;
        } else if (strcmp(part, "rn") && strcmp(part, "wide") && strcmp(part, "lo") && strcmp(part, "sync")
                && strcmp(part, "gl") && strcmp(part, "sys") && !(to->op == ATOM_ADD && !strcmp(part, "add"))) {
            known = ptx_type(part, &to->type);
        }
    }
    to->op = to->op != SETP ? to->op : to->type == S32 ? SETP_S32 : to->type == F64 ? SETP_F64 : SETP;
    to->op += to->type == U64 || to->type == F64 ? WIDE : 0;
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
        for (int i = 0; i < SPECIALS; i++) {
            ptx_declare(f, ptx_specials[i]);
        }
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

static uint64_t ptx_compare(const struct ptx_instruction *in, int less, int equal, int greater) {
    return (uint64_t) (in->accepts >> (less ? 0 : equal ? 1 : greater ? 2 : 3)) & 1;
}

/** The memory of an instruction, or NULL where it must not be used. */
static char *ptx_memory(struct ptx_launch *l, const struct ptx_instruction *in, uint64_t address, char *shared) {
    size_t bytes = in->op >= WIDE ? 8 : 4;
    if (address % bytes) {
        return NULL;
    }
    if (in->space == SHARED) {
        return address < (uint64_t) l->function->shared_bytes && address + bytes <= (uint64_t) l->function->shared_bytes
                ? shared + address : NULL;
    }
    return reached(&l->reached[in - l->function->code], address, bytes);
}

/** Runs a thread for a turn; returns 0 where it uses memory that it must not use. */
static int ptx_run(struct ptx_launch *l, struct ptx_thread *t, char *shared) {
    uint64_t *const r = t->registers;
    for (const struct ptx_instruction *in = l->function->code + t->at;; in++) {
        if (in->guard >= 0 && (r[in->guard] == 0) != in->guard_not) {
            continue;
        }
        uint64_t *to = &r[in->operands[0]], a = r[in->operands[1]], b = r[in->operands[2]], c = r[in->operands[3]];
        char *memory;
        switch (in->op) {
            case LD:
            case LD + WIDE:
                if (in->space == PARAM) {
                    *to = l->params[in->target];
                    break;
                }
                a += (uint64_t) in->offset;
                memory = ptx_memory(l, in, a, shared);
                if (!memory) {
                    return 0;
                }
                *to = in->op == LD ? *(uint32_t *) memory : *(uint64_t *) memory;
                if (in->is_volatile && a == t->looked) {
                    t->at = (int) (in + 1 - l->function->code);
                    return 1;
                }
                t->looked = in->is_volatile ? a : t->looked;
                break;
            case ST:
            case ST + WIDE:
                memory = ptx_memory(l, in, *to + (uint64_t) in->offset, shared);
                if (!memory) {
                    return 0;
                }
                if (in->op == ST) {
                    *(uint32_t *) memory = (uint32_t) a;
                } else {
                    *(uint64_t *) memory = a;
                }
                break;
            case ATOM_ADD:
                memory = ptx_memory(l, in, a + (uint64_t) in->offset, shared);
                if (!memory) {
                    return 0;
                }
                *to = *(uint32_t *) memory;
                *(uint32_t *) memory += (uint32_t) b;
                break;
            case MOV: *to = (uint32_t) a; break;
            case MOV + WIDE: *to = a; break;
            case MUL_WIDE: *to = (uint64_t) (uint32_t) a * (uint32_t) b; break;
            case MUL_LO: *to = (uint32_t) a * (uint32_t) b; break;
            case MAD_LO: *to = (uint32_t) ((uint32_t) a * (uint32_t) b + (uint32_t) c); break;
            case ADD: *to = (uint32_t) (a + b); break;
            case ADD + WIDE: *to = a + b; break;
            case SUB: *to = (uint32_t) (a - b); break;
            case SUB + WIDE: *to = a - b; break;
            case DIV: *to = (uint32_t) a / (uint32_t) b; break;
            case DIV + WIDE: *to = ptx_bits(ptx_double(a) / ptx_double(b)); break;
            case MIN: *to = (uint32_t) a < (uint32_t) b ? (uint32_t) a : (uint32_t) b; break;
            case MAX: *to = (uint32_t) a > (uint32_t) b ? (uint32_t) a : (uint32_t) b; break;
            case AND: case AND + WIDE: *to = a & b; break;
            case OR: case OR + WIDE: *to = a | b; break;
            case SHL: *to = (uint32_t) (a << b); break;
            case SHL + WIDE: *to = a << b; break;
            case SHR: *to = (uint32_t) a >> b; break;
            case SHR + WIDE: *to = a >> b; break;
            case CVT: case CVT + WIDE: *to = (uint32_t) a; break;
            case SETP: *to = ptx_compare(in, (uint32_t) a < (uint32_t) b, (uint32_t) a == (uint32_t) b, (uint32_t) a > (uint32_t) b); break;
            case SETP + WIDE: *to = ptx_compare(in, a < b, a == b, a > b); break;
            case SETP_S32: *to = ptx_compare(in, (int32_t) a < (int32_t) b, (int32_t) a == (int32_t) b, (int32_t) a > (int32_t) b); break;
            case SETP_F64 + WIDE:
                *to = ptx_compare(in, ptx_double(a) < ptx_double(b), ptx_double(a) == ptx_double(b), ptx_double(a) > ptx_double(b));
                break;
            case ABS + WIDE: *to = ptx_bits(__builtin_fabs(ptx_double(a))); break;
            case NEG + WIDE: *to = ptx_bits(-ptx_double(a)); break;
            case FMA + WIDE: *to = ptx_bits(__builtin_fma(ptx_double(a), ptx_double(b), ptx_double(c))); break;
            case BRA: in = l->function->code + in->target - 1; break;
            case BAR:
                t->waits = 1;
                t->looked = 0;
                t->at = (int) (in + 1 - l->function->code);
                return 1;
            case RET: t->over = 1; return 1;
            case NOTHING: break;
            default: return 0;
        }
    }
}

/** Runs some blocks of a launch side by side, from number {@code first} on; returns 0 where memory is used that must not be used. */
static int ptx_blocks(struct ptx_launch *l, unsigned first, unsigned count) {
    struct ptx_function *f = l->function;
    struct ptx_thread *threads = calloc((size_t) count * l->threads, sizeof *threads);
    uint64_t *registers = malloc((size_t) count * l->threads * (size_t) f->register_count * sizeof *registers);
    char *shared = malloc((size_t) count * (size_t) (f->shared_bytes + 8));
    unsigned over = 0, good = 1;
    /* what shared memory holds at first is open */
    memset(shared, 0x7b, (size_t) count * (size_t) (f->shared_bytes + 8));
    for (unsigned i = 0; i < count * l->threads; i++) {
        unsigned block = first + i / l->threads;
        uint64_t specials[SPECIALS] = {i % l->threads, block % l->blocks, block / l->blocks, l->threads, l->blocks};
        threads[i].registers = registers + (size_t) i * (size_t) f->register_count;
        memcpy(threads[i].registers, f->initial, (size_t) f->register_count * sizeof *registers);
        memcpy(threads[i].registers, specials, sizeof specials);
    }
    while (good && over < count * l->threads) {
        unsigned before = over, passed = 0;
        over = 0;
        for (unsigned b = 0; b < count && good; b++) {
            struct ptx_thread *own = threads + (size_t) b * l->threads;
            unsigned waiting = 0, ended = 0;
            for (unsigned i = 0; i < l->threads && good; i++) {
                if (!own[i].over && !own[i].waits) {
                    good = (unsigned) ptx_run(l, &own[i], shared + (size_t) b * (size_t) (f->shared_bytes + 8));
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
            /* blocks wait for the host, whose threads need this core */
            usleep(50);
        }
    }
    free(threads);
    free(registers);
    free(shared);
    return (int) good;
}

static int ptx_execute(struct ptx_launch *l) {
    unsigned all = l->blocks * l->blocks_y, together = l->cooperative ? all : 1;
    int good = 1;
    l->reached = calloc((size_t) l->function->length, sizeof *l->reached);
    for (unsigned b = 0; b < all && good; b += together) {
        good = ptx_blocks(l, b, together);
    }
    free(l->reached);
    return good;
}
