// Programs that factor a panel on a device of AMD: text that hipRTC compiles for the device at hand. The text is HIP C++, and C too.
// Matrices are column-major; rows, columns and leading dimensions count doubles; rows count from the top of the panel.
// Nothing here depends on the number of threads in a wavefront.
#ifdef __cplusplus
extern "C" {
#endif

enum { BLOCK_THREADS = 256, MOST_COLUMNS = 32, MOST_RECORDS = 64 };

// The number of no row. As the first pivot, or as the number of a question, it says that a block waited in vain; as the number of an answer
// that the run must end.
#define NO_ROW 0xFFFFFFFFu

// How often a block looks for the other blocks, or for an answer, before it gives up, which takes about a minute.
#define MOST_SPINS 0x4000000u

// The largest element of a block's rows in a column, its row number, and this whole row.
struct record {
    double value;
    unsigned row, unused;
    double elements[MOST_COLUMNS];
};

// Memory of the device by which blocks tell each other. Records and old rows are double: those of column j are read while those of column
// j + 1 are written.
struct meeting_place {
    unsigned arrivals, unused[63]; // number of arrivals at meetings so far, of all runs
    struct record records[2][MOST_RECORDS];
    double old[2][MOST_COLUMNS];   // row j before it is swapped
};

// Memory of the host for a question of the device and the host's answer, with a cache line for each writer.
struct trade {
    unsigned long long answer; // lower half: number of the question that is answered; upper half: the row that the answer names, or NO_ROW
    unsigned beats;            // a number that the host changes while it works
    unsigned unused[13];
    unsigned question;         // number of the question
    unsigned row;              // row of the largest element, NO_ROW without rows
    double magnitude;          // its magnitude
};

// columns(a, ld, m, n, pivots, work, done, trade, candidate, current, l1, ldl1, width, before, top, turns): factors n <= 32 columns of m
// rows in place with partial pivoting.
// Each block of 256 threads owns m / blocks consecutive rows. Blocks meet once for each column j:
//   1. each block finds the largest element of its rows j.. in column j, and writes its record; the owner of row j writes the old row
//   2. all blocks have come to the meeting
//   3. each block reads all records and so knows the pivot row, which it keeps in shared memory; the owner of the pivot row replaces it
//      by the old row j; the owner of row j replaces row j by the pivot row
//   4. each block divides its rows below j by the pivot, and subtracts the product of column j and the pivot row
// pivots[j] is the row that was swapped with row j. done: the number of arrivals before this run.
//
// Where trade is 0, all rows of the columns are here, and the parameters behind it are not used. Otherwise other ranks have rows too, and
// steps 1 and 3 are as follows:
//   1. records hold no elements, and nobody writes the old row
//   3. block 0 copies the row of the largest element, all width columns of the panel, to the candidate, and row j to the current row; then it
//      asks. All blocks wait for the answer. The candidate is then the pivot row of all ranks; block 0 copies it to row j of L1. If the
//      answer names a row of this rank, the owner of this row replaces it by the current row.
// candidate, current: width doubles each, in the host's memory.
// l1: row 0 of L1 for these columns; ldl1: leading dimension of L1; before: number of the panel's columns before these.
// top: 1 where row j belongs to this rank: rows before it are then factored; 0 where all rows are below row j.
// turns: number of questions before this run. The number of the question about column j is turns + j + 1.
__global__ void __launch_bounds__(256) columns(double *a, unsigned ld, unsigned m, unsigned n, unsigned *pivots,
        struct meeting_place *work, unsigned done, struct trade *trade, volatile double *candidate, volatile double *current, double *l1,
        unsigned ldl1, unsigned width, unsigned before, unsigned top, unsigned turns)
{
    __shared__ double values[BLOCK_THREADS];
    __shared__ unsigned numbers[BLOCK_THREADS];
    __shared__ double pivot_row[MOST_COLUMNS];
    const unsigned thread = threadIdx.x, block = blockIdx.x, threads = blockDim.x, blocks = gridDim.x;
    // rows from .. to - 1 are this block's
    const unsigned each = (m + blocks - 1) / blocks, from = each * block, to = from + each < m ? from + each : m;
    // this thread's part of a row, for the first n threads
    double *const part = a + (unsigned long long) thread * ld;
    // the panel's first column; other blocks write rows that block 0 reads
    volatile double *const panel = a - (unsigned long long) before * ld;
    unsigned target = done;

    for (unsigned j = 0; j < n; j++) {
        double *const column = a + (unsigned long long) j * ld;
        volatile struct record *const records = work->records[j & 1];
        volatile double *const old = work->old[j & 1];
        const unsigned first = top && j > from ? j : from, below = top && j + 1 > from ? j + 1 : from;

        // the largest element of each thread's rows
        double best = -1;
        unsigned row = first + thread < to ? first + thread : NO_ROW;
        for (unsigned i = first + thread; i < to; i += threads) {
            const double value = __builtin_fabs(column[i]);
            if (value > best) {
                best = value;
                row = i;
            }
        }
        values[thread] = best;
        numbers[thread] = row;
        __syncthreads();
        // the largest element of the block's rows; of equal ones the first
        for (unsigned half = threads / 2; half > 0; half /= 2) {
            if (thread < half) {
                const double value = values[thread + half];
                const unsigned other = numbers[thread + half];
                if (value > best || (value == best && other < row)) {
                    values[thread] = best = value;
                    numbers[thread] = row = other;
                }
            }
            __syncthreads();
        }
        best = values[0];
        row = numbers[0];
        if (thread == 0) {
            records[block].value = best;
            records[block].row = row;
        }
        if (!trade && thread < n && row != NO_ROW) {
            records[block].elements[thread] = part[row];
        }
        if (!trade && thread < n && j >= from && j < to) {
            old[thread] = part[j];
        }
        // what each thread has written is in the device's memory before its block arrives
        __threadfence();
        __syncthreads();

        // the meeting
        target += blocks;
        if (thread == 0) {
            unsigned spins = 0, together = 1;
            __hip_atomic_fetch_add(&work->arrivals, 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
            // the number of arrivals wraps around
            while (together && (int) (__hip_atomic_load(&work->arrivals, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) - target) < 0) {
                together = ++spins < MOST_SPINS;
                __builtin_amdgcn_s_sleep(1);
            }
            if (!together) {
                pivots[0] = NO_ROW;
                if (trade) {
                    __hip_atomic_store(&trade->question, NO_ROW, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
                }
            }
            __threadfence();
            numbers[0] = together;
        }
        __syncthreads();
        if (!numbers[0]) {
            return;
        }

        // the pivot row, from all records
        unsigned chosen = 0;
        best = -2;
        row = NO_ROW;
        for (unsigned g = 0; g < blocks; g++) {
            const double value = records[g].value;
            const unsigned other = records[g].row;
            if (value > best || (value == best && other < row)) {
                best = value;
                row = other;
                chosen = g;
            }
        }
        if (trade) {
            const unsigned turn = turns + j + 1;
            if (block == 0) {
                for (unsigned c = thread; c < width; c += threads) {
                    volatile double *const of = panel + (unsigned long long) c * ld;
                    if (row != NO_ROW) {
                        candidate[c] = of[row];
                    }
                    if (top) {
                        current[c] = of[j];
                    }
                }
                // what each thread has written is in the host's memory before the question is
                __threadfence_system();
                __syncthreads();
                if (thread == 0) {
                    trade->magnitude = best;
                    trade->row = row;
                    __hip_atomic_store(&trade->question, turn, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
                }
            }
            if (thread == 0) {
                unsigned spins = 0, beats = 0, number = NO_ROW;
                unsigned long long answer = 0;
                while (spins < MOST_SPINS) {
                    answer = __hip_atomic_load(&trade->answer, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
                    number = (unsigned) answer;
                    if (number == turn || number == NO_ROW) {
                        break;
                    }
                    __builtin_amdgcn_s_sleep(1);
                    if (++spins == MOST_SPINS) {
                        // other ranks may be late, as long as the host works
                        const unsigned now = __hip_atomic_load(&trade->beats, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
                        spins = now == beats ? MOST_SPINS : 0;
                        beats = now;
                    }
                }
                if (number != turn) {
                    __hip_atomic_store(&trade->question, NO_ROW, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
                }
                __threadfence_system();
                numbers[1] = number == turn;
                numbers[2] = (unsigned) (answer >> 32);
            }
            __syncthreads();
            if (!numbers[1]) {
                return;
            }
            row = numbers[2];
            if (thread < n) {
                pivot_row[thread] = candidate[before + thread];
            }
            for (unsigned c = thread; c < width; c += threads) {
                if (block == 0) {
                    l1[(unsigned long long) c * ldl1 + j] = candidate[c];
                }
                if (row >= from && row < to) {
                    panel[(unsigned long long) c * ld + row] = current[c];
                }
            }
        } else {
            // rows j and pivot change places
            if (thread < n) {
                const double value = records[chosen].elements[thread];
                pivot_row[thread] = value;
                if (row >= from && row < to) {
                    part[row] = old[thread];
                }
                if (j >= from && j < to) {
                    part[j] = value;
                }
            }
            if (block == 0 && thread == 0) {
                pivots[j] = row;
            }
        }
        __syncthreads();

        // the rows below j
        const double pivot = pivot_row[j];
        if (pivot != 0) {
            for (unsigned i = below + thread; i < to; i += threads) {
                const double l = column[i] / pivot;
                column[i] = l;
                for (unsigned c = j + 1; c < n; c++) {
                    double *const element = a + (unsigned long long) c * ld + i;
                    *element = __builtin_fma(-l, pivot_row[c], *element);
                }
            }
        }
        // the thread that has written an element of column j + 1 is the one that looks for the largest there
    }
}

// swaps(a, ld, w, pivots, count): swaps row k with row pivots[k] in w columns, for k = 0 .. count - 1 in this order.
// Each thread takes one column.
__global__ void __launch_bounds__(256) swaps(double *a, unsigned ld, unsigned w, const unsigned *pivots, unsigned count)
{
    const unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    double *const column = a + (unsigned long long) c * ld;
    for (unsigned k = 0; c < w && k < count; k++) {
        const unsigned other = pivots[k];
        if (other != k) {
            const double value = column[k];
            column[k] = column[other];
            column[other] = value;
        }
    }
}

#ifdef __cplusplus
}
#endif
