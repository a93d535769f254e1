package hplhetero.blas.device.cuda;

import hplhetero.blas.KernelException;
import hplhetero.blas.device.PanelOperations;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/**
 * The programs that factor columns and swap rows of a panel on a device. Any thread may call.
 *
 * @param columns the program {@code columns} of the files {@code panel.ptx} and {@code panel.hip}, which describe it
 * @param swaps   the program {@code swaps} of these files
 */
record PanelKernels(DeviceProgram columns, DeviceProgram swaps) {
    /** The bytes of the device's memory that runs of {@code columns} need. The first four are 0 before the first run. */
    static final long WORK_BYTES = 35_584;
    /** What stands for the other ranks' part where all rows of the columns are here. */
    static final PanelOperations.Shared ALONE = new PanelOperations.Shared(0, 0, 0, 0, 0, 0, 0, true, 0);
    /** The most blocks that factor columns: they share the device with the update, which has far more work. */
    private static final int MOST_BLOCKS = 32;
    /** The rows for which a block is worth the time that blocks wait for each other. */
    private static final int ROWS_OF_BLOCK = 1024;

    /**
     * Loads the programs for the calling thread's device.
     *
     * @throws KernelException when the device cannot have the programs
     */
    static PanelKernels load(ProgramLoader loader) {
        Function<String, DeviceProgram> programs = loader.load("panel");
        return new PanelKernels(programs.apply("columns").together(), programs.apply("swaps"));
    }

    /** Returns the number of blocks that factor columns of {@code m} rows. */
    private static int blocks(int m) {
        return Math.clamp(m / ROWS_OF_BLOCK, 1, MOST_BLOCKS);
    }

    /** Returns how many arrivals at meetings of blocks a run of {@link #factor} adds. */
    static int arrivals(int m, int n) {
        return blocks(m) * n;
    }

    /**
     * Submits the factorization of {@code n} columns of {@code m} rows, as {@link PanelOperations#factorSharedColumns} has it, and
     * {@link PanelOperations#factorColumns} where {@code shared} is {@link #ALONE}.
     *
     * @param work      memory of {@link #WORK_BYTES} bytes, for this stream alone
     * @param done      number of arrivals at meetings in all earlier runs with {@code work}
     * @param arguments memory for arguments, {@link DeviceProgram#ARGUMENT_BYTES} bytes
     * @return 0, or the driver's error code
     */
    int factor(int m, int n, long a, int lda, long pivots, PanelOperations.Shared shared, long work, int done, MemorySegment arguments,
            long stream) {
        DeviceProgram.set(arguments, 0, a);
        DeviceProgram.set(arguments, 1, lda);
        DeviceProgram.set(arguments, 2, m);
        DeviceProgram.set(arguments, 3, n);
        DeviceProgram.set(arguments, 4, pivots);
        DeviceProgram.set(arguments, 5, work);
        DeviceProgram.set(arguments, 6, done);
        DeviceProgram.set(arguments, 7, shared.talk());
        DeviceProgram.set(arguments, 8, shared.candidate());
        DeviceProgram.set(arguments, 9, shared.current());
        DeviceProgram.set(arguments, 10, shared.l1());
        DeviceProgram.set(arguments, 11, shared.ldl1());
        DeviceProgram.set(arguments, 12, shared.width());
        DeviceProgram.set(arguments, 13, shared.before());
        DeviceProgram.set(arguments, 14, shared.holdsTop() ? 1 : 0);
        DeviceProgram.set(arguments, 15, shared.turns());
        return columns.launchTogether(blocks(m), arguments, stream);
    }

    /** Submits swaps of rows, as {@link PanelOperations#swapRows} has them; the last two parameters are those of {@link #factor}. */
    int swap(int n, long a, int lda, long pivots, int count, MemorySegment arguments, long stream) {
        DeviceProgram.set(arguments, 0, a);
        DeviceProgram.set(arguments, 1, lda);
        DeviceProgram.set(arguments, 2, n);
        DeviceProgram.set(arguments, 3, pivots);
        DeviceProgram.set(arguments, 4, count);
        return swaps.launch((n + DeviceProgram.THREADS - 1) / DeviceProgram.THREADS, 1, arguments, stream);
    }
}
