package hplhetero.blas.device.opencl;

import com.aparapi.Kernel;
import com.aparapi.Range;
import com.aparapi.device.OpenCLDevice;
import com.aparapi.internal.kernel.KernelManager;
import hplhetero.blas.KernelException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * One kernel for everything that a device does, because Aparapi keeps an array on the device for one kernel alone. The bytecode of this
 * class becomes OpenCL C, so the code keeps to what Aparapi translates: no objects, no switch, no compound assignment to elements. Places
 * are indices of doubles in {@link #memory}. Owner: one thread.
 *
 * <p>When the garbage collector has moved an array, Aparapi makes the device's copy of the array anew, and what the device had written is
 * gone. So after a collection this class fetches the memory, by which Aparapi learns the array's new address. A collection may still come
 * between this fetch and an execution. To detect it, each execution writes its number to memory and looks for the number of the execution
 * before. An execution that finds another number reports the loss together with the data for the host.
 */
final class UpdateKernel extends Kernel {
    /** The number of elements behind the data in {@link #down} and {@link #downShort} that report losses and the execution's number. */
    static final int REPORT = 2;
    /** The number of work-items of a group in each of two dimensions. */
    private static final int SIDE = 16;
    /** The rows and columns of C that a group computes. Each work-item computes 4 x 4 elements, {@link #SIDE} apart. */
    private static final int TILE = 64;
    private static final int DEPTH = 16;
    /** The rows and columns of a diagonal block that is inverted. */
    private static final int BLOCK = 32;
    /** The order of the largest matrix whose diagonal blocks are all inverted at once. */
    private static final int MOST_INVERTED = 1024;
    private static final int INVERSES = 16;
    /** The number of places at the beginning of the memory that this class uses for itself. */
    static final int RESERVED = INVERSES + BLOCK * MOST_INVERTED;
    private static final int LINE_ITEMS = 64;

    private static final int SCATTER = 1;
    private static final int SCATTER_SHORT = 2;
    private static final int GATHER = 3;
    private static final int GATHER_SHORT = 4;
    private static final int COPY = 5;
    private static final int PRODUCT = 6;
    private static final int INVERT = 7;
    private static final int MULTIPLY_INVERSE = 8;
    private static final int TRANSPOSE = 9;

    double[] memory = new double[RESERVED];
    final double[] up;
    final double[] upShort;
    final double[] down;
    final double[] downShort;
    /**
     * The first place of the source, the first place of the target, and the length in doubles of each piece, three elements for each piece.
     */
    final int[] pieces;
    @Local
    final double[] tile = new double[2 * TILE * DEPTH];
    private int operation;
    private int a;
    private int lda;
    private int b;
    private int ldb;
    private int c;
    private int ldc;
    private int m;
    private int n;
    private int k;
    /** The number of rounds of an execution. In each round all work-items of a group meet at two barriers. */
    private int steps;
    private double execution;

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private long collections;
    /** Whether the device has a copy of the memory. */
    private boolean copied;
    private final OpenCLDevice device;

    /**
     * Creates the kernel for a device.
     *
     * @param most       the most doubles that one execution moves to the device or from it
     * @param few        the most doubles that one execution moves through the short arrays
     * @param mostPieces the most pieces of one execution
     */
    UpdateKernel(OpenCLDevice device, int most, int few, int mostPieces) {
        this.device = device;
        up = new double[most];
        upShort = new double[few];
        down = new double[most + REPORT];
        downShort = new double[few + REPORT];
        pieces = new int[3 * mostPieces];
        setExplicit(true);
        LinkedHashSet<com.aparapi.device.Device> only = new LinkedHashSet<>(OpenclProvider.found());
        KernelManager.instance().setPreferredDevices(this, only);
    }

    @Override
    public void run() {
        int x = getGlobalId(0);
        int y = getGlobalId(1);
        if (x + y == 0) {
            if (memory[0] != execution - 1.0) {
                memory[1] = 1.0;
            }
            memory[0] = execution;
            if (operation == GATHER) {
                down[m] = memory[1];
                down[m + 1] = execution;
            }
            if (operation == GATHER_SHORT) {
                downShort[m] = memory[1];
                downShort[m + 1] = execution;
            }
        }
        if (operation <= COPY) {
            if (x < pieces[3 * y + 2]) {
                movePiece(pieces[3 * y] + x, pieces[3 * y + 1] + x);
            }
        } else if (operation == INVERT) {
            if (x < n) {
                invert(x);
            }
        }
        // each barrier is passed by all work-items, under no condition that work-items might see differently: drivers rely on this
        double c00 = 0.0;
        double c10 = 0.0;
        double c20 = 0.0;
        double c30 = 0.0;
        double c01 = 0.0;
        double c11 = 0.0;
        double c21 = 0.0;
        double c31 = 0.0;
        double c02 = 0.0;
        double c12 = 0.0;
        double c22 = 0.0;
        double c32 = 0.0;
        double c03 = 0.0;
        double c13 = 0.0;
        double c23 = 0.0;
        double c33 = 0.0;
        int lx = getLocalId(0);
        int ly = getLocalId(1);
        for (int step = 0; step < steps; step = step + 1) {
            if (operation == PRODUCT) {
                loadFactors(step * DEPTH);
            } else if (operation == MULTIPLY_INVERSE) {
                loadRows();
            } else {
                loadTransposed();
            }
            localBarrier();
            if (operation == PRODUCT) {
                for (int depth = 0; depth < DEPTH; depth = depth + 1) {
                    int atA = depth * TILE + lx;
                    int atB = TILE * DEPTH + depth * TILE + ly;
                    double a0 = tile[atA];
                    double a1 = tile[atA + 16];
                    double a2 = tile[atA + 32];
                    double a3 = tile[atA + 48];
                    double b0 = tile[atB];
                    double b1 = tile[atB + 16];
                    double b2 = tile[atB + 32];
                    double b3 = tile[atB + 48];
                    c00 = c00 + a0 * b0;
                    c10 = c10 + a1 * b0;
                    c20 = c20 + a2 * b0;
                    c30 = c30 + a3 * b0;
                    c01 = c01 + a0 * b1;
                    c11 = c11 + a1 * b1;
                    c21 = c21 + a2 * b1;
                    c31 = c31 + a3 * b1;
                    c02 = c02 + a0 * b2;
                    c12 = c12 + a1 * b2;
                    c22 = c22 + a2 * b2;
                    c32 = c32 + a3 * b2;
                    c03 = c03 + a0 * b3;
                    c13 = c13 + a1 * b3;
                    c23 = c23 + a2 * b3;
                    c33 = c33 + a3 * b3;
                }
            } else if (operation == MULTIPLY_INVERSE) {
                multiplyRows();
            } else {
                storeTransposed();
            }
            localBarrier();
        }
        if (operation == PRODUCT) {
            int row = getGroupId(0) * TILE + lx;
            int column = getGroupId(1) * TILE + ly;
            subtract(row, column, c00, c10, c20, c30);
            subtract(row, column + 16, c01, c11, c21, c31);
            subtract(row, column + 32, c02, c12, c22, c32);
            subtract(row, column + 48, c03, c13, c23, c33);
        }
    }

    private void movePiece(int from, int to) {
        if (operation == SCATTER) {
            memory[to] = up[from];
        } else if (operation == SCATTER_SHORT) {
            memory[to] = upShort[from];
        } else if (operation == GATHER) {
            down[to] = memory[from];
        } else if (operation == GATHER_SHORT) {
            downShort[to] = memory[from];
        } else {
            memory[to] = memory[from];
        }
    }

    /** Loads {@link #DEPTH} columns, from {@code k0} on, of the group's rows of A and of B into the tile. */
    private void loadFactors(int k0) {
        int row = getGroupId(0) * TILE;
        int column = getGroupId(1) * TILE;
        int item = getLocalId(1) * SIDE + getLocalId(0);
        for (int part = 0; part < 4; part = part + 1) {
            int element = item + part * SIDE * SIDE;
            int at = element % TILE;
            int depth = k0 + element / TILE;
            double fromA = 0.0;
            double fromB = 0.0;
            if (depth < k) {
                if (row + at < m) {
                    fromA = memory[a + depth * lda + row + at];
                }
                if (column + at < n) {
                    fromB = memory[b + depth * ldb + column + at];
                }
            }
            tile[element] = fromA;
            tile[TILE * DEPTH + element] = fromB;
        }
    }

    private void subtract(int i, int j, double s0, double s1, double s2, double s3) {
        if (j < n) {
            int at = c + j * ldc + i;
            if (i < m) {
                memory[at] = memory[at] - s0;
            }
            if (i + 16 < m) {
                memory[at + 16] = memory[at + 16] - s1;
            }
            if (i + 32 < m) {
                memory[at + 32] = memory[at + 32] - s2;
            }
            if (i + 48 < m) {
                memory[at + 48] = memory[at + 48] - s3;
            }
        }
    }

    /**
     * Computes the inverses of the diagonal blocks of A into C, side by side with ldc = BLOCK, where A is n x n unit lower triangular. Each
     * work-item computes one column.
     */
    private void invert(int column) {
        int block = column / BLOCK * BLOCK;
        int to = c + column * BLOCK;
        int rows = n - block;
        if (rows > BLOCK) {
            rows = BLOCK;
        }
        for (int i = 0; i < rows; i = i + 1) {
            double x = 0.0;
            if (block + i == column) {
                x = 1.0;
            }
            for (int j = column - block; j < i; j = j + 1) {
                x = x - memory[a + (block + j) * lda + block + i] * memory[to + j];
            }
            memory[to + i] = x;
        }
    }

    // operation MULTIPLY_INVERSE: B := B A^T, where B is m x n, A n x n lower triangular, n at most BLOCK; a group has TILE rows of B

    private void loadRows() {
        int item = getLocalId(1) * SIDE + getLocalId(0);
        int at = item % TILE;
        int row = getGroupId(0) * TILE + at;
        for (int j = item / TILE; j < n; j = j + 4) {
            if (row < m) {
                tile[j * TILE + at] = memory[b + j * ldb + row];
            }
        }
    }

    private void multiplyRows() {
        int item = getLocalId(1) * SIDE + getLocalId(0);
        int at = item % TILE;
        int row = getGroupId(0) * TILE + at;
        for (int j = item / TILE; j < n; j = j + 4) {
            if (row < m) {
                double sum = 0.0;
                for (int i = 0; i <= j; i = i + 1) {
                    sum = sum + tile[i * TILE + at] * memory[a + i * lda + j];
                }
                memory[b + j * ldb + row] = sum;
            }
        }
    }

    // operation TRANSPOSE: C := A^T, where C is m x n

    private void loadTransposed() {
        int row = getGroupId(0) * SIDE + getLocalId(1);
        int column = getGroupId(1) * SIDE + getLocalId(0);
        if (row < m) {
            if (column < n) {
                tile[getLocalId(1) * (SIDE + 1) + getLocalId(0)] = memory[a + row * lda + column];
            }
        }
    }

    private void storeTransposed() {
        int row = getGroupId(0) * SIDE + getLocalId(0);
        int column = getGroupId(1) * SIDE + getLocalId(1);
        if (row < m) {
            if (column < n) {
                memory[c + column * ldc + row] = tile[getLocalId(0) * (SIDE + 1) + getLocalId(1)];
            }
        }
    }

    /**
     * Moves doubles from the host to the device: the first {@code count} of {@link #pieces} from {@link #up}, or from {@link #upShort}, to
     * places of the memory.
     *
     * @param count   number of pieces
     * @param longest length of the longest piece, in doubles
     * @param few     whether the doubles are few enough for {@link #upShort}
     */
    void scatter(int count, int longest, boolean few) {
        put(few ? upShort : up);
        put(pieces);
        lines(few ? SCATTER_SHORT : SCATTER, count, longest);
    }

    /**
     * Moves doubles from the device to the host: the first {@code count} of {@link #pieces} from places of the memory to {@link #down}, or
     * to {@link #downShort}.
     *
     * @param count   number of pieces
     * @param longest length of the longest piece, in doubles
     * @param few     whether the doubles are few enough for {@link #downShort}
     */
    void gather(int count, int longest, boolean few) {
        double[] to = few ? downShort : down;
        m = to.length - REPORT;
        put(pieces);
        lines(few ? GATHER_SHORT : GATHER, count, longest);
        get(to);
        check(to[m + 1] == execution, "the device did not answer: it is lost, or its driver failed");
        check(to[m] == 0, "its results were lost, because a garbage collection ran between two steps of its library: run again, "
                + "without -Xms or another collector in HPL_JAVA_OPTS");
    }

    /**
     * Copies the first {@code count} of {@link #pieces} from places of the device's memory to other places of it.
     *
     * @param count   number of pieces
     * @param longest length of the longest piece, in doubles
     */
    void copy(int count, int longest) {
        put(pieces);
        lines(COPY, count, longest);
    }

    private void lines(int what, int count, int longest) {
        operation = what;
        steps = 0;
        carryOut(device.createRange2D((longest + LINE_ITEMS - 1) / LINE_ITEMS * LINE_ITEMS, count, LINE_ITEMS, 1));
    }

    void product(int rows, int columns, int depth, int atA, int strideA, int atB, int strideB, int atC, int strideC) {
        operands(rows, columns, depth);
        a = atA;
        lda = strideA;
        b = atB;
        ldb = strideB;
        c = atC;
        ldc = strideC;
        tiles(PRODUCT, rows, columns, TILE);
    }

    /**
     * Computes B := B A^-T on the device, where A is unit lower triangular of the order {@code order}, and B is rows x order. Uses the
     * inverses of the diagonal blocks of A, and products for everything else.
     *
     * @param rows    rows of B
     * @param order   order of A, and columns of B
     * @param atA     place of A's first element in {@link #memory}
     * @param strideA leading dimension of A, in doubles
     * @param atB     place of B's first element in {@link #memory}
     * @param strideB leading dimension of B, in doubles
     */
    void solve(int rows, int order, int atA, int strideA, int atB, int strideB) {
        for (int j = 0; j < order; j += BLOCK) {
            if (j % MOST_INVERTED == 0) {
                operands(0, Math.min(MOST_INVERTED, order - j), 0);
                a = atA + j * strideA + j;
                lda = strideA;
                c = INVERSES;
                lines(INVERT, 1, n);
            }
            int columns = Math.min(BLOCK, order - j);
            int block = atB + j * strideB;
            if (j > 0) {
                product(rows, columns, j, atB, strideB, atA + j, strideA, block, strideB);
            }
            operands(rows, columns, 0);
            a = INVERSES + j % MOST_INVERTED * BLOCK;
            lda = BLOCK;
            b = block;
            ldb = strideB;
            tiles(MULTIPLY_INVERSE, rows, 1, TILE);
        }
    }

    void transpose(int rows, int columns, int atA, int strideA, int atC, int strideC) {
        operands(rows, columns, 0);
        a = atA;
        lda = strideA;
        c = atC;
        ldc = strideC;
        tiles(TRANSPOSE, rows, columns, SIDE);
    }

    private void operands(int rows, int columns, int depth) {
        m = rows;
        n = columns;
        k = depth;
    }

    private void tiles(int what, int rows, int columns, int edge) {
        operation = what;
        steps = what == PRODUCT ? (k + DEPTH - 1) / DEPTH : 1;
        carryOut(device.createRange2D((rows + edge - 1) / edge * SIDE, (columns + edge - 1) / edge * SIDE, SIDE, SIDE));
    }

    /** Executes the operation on the device, never in Java: when the device fails, Aparapi finds no other device that it may use. */
    private void carryOut(Range range) {
        execution = execution + 1.0;
        try {
            // without this lock Aparapi would wait for other devices of this process, and a garbage collection might come meanwhile
            synchronized (UpdateKernel.class) {
                long now = collections();
                if (copied && now != collections) {
                    get(memory);
                }
                collections = now;
                execute(range);
                copied = true;
            }
        } catch (AssertionError | RuntimeException e) {
            throw new KernelException("OpenCL device failed, device=" + device.getName() + ": " + (execution == 1.0
                    ? "it takes no kernels in double precision, or its driver is broken: see the output of clinfo"
                    : "it is lost, or out of memory"), e);
        }
    }

    /** Returns the number of garbage collections so far. Uses no stream, because this method is called often. */
    private long collections() {
        long all = 0;
        for (int i = 0; i < collectors.size(); i++) {
            all += collectors.get(i).getCollectionCount();
        }
        return all;
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            throw new KernelException("OpenCL device failed, device=" + device.getName() + ": " + what);
        }
    }

    /** Enlarges the memory to {@code doubles} doubles and keeps its content. */
    void resize(int doubles) {
        double[] larger = new double[doubles];
        if (copied) {
            get(memory);
            copied = false;
        }
        System.arraycopy(memory, 0, larger, 0, memory.length);
        memory = larger;
    }
}
