package hplhetero.blas.device.cuda;

import hplhetero.blas.KernelException;
import java.lang.foreign.MemorySegment;

/**
 * A program that copies many rows within a device at once, or between the device and memory of the host that it can reach. Copied
 * one by one, each row takes some 6 us, whatever its length. Any thread may call.
 *
 * @param program the program {@code rows} of the files {@code rows.ptx} and {@code rows.hip}
 */
record RowKernel(DeviceProgram program) {
    /** The most blocks of threads that copy one row: several, so that few rows keep a device busy too. */
    private static final int MOST_BLOCKS_PER_ROW = 32;

    /**
     * Loads the program for the calling thread's device.
     *
     * @throws KernelException when the device cannot have the program
     */
    static RowKernel load(ProgramLoader loader) {
        return new RowKernel(loader.load("rows").apply("rows"));
    }

    /**
     * Submits copies of {@code count} rows of {@code w} doubles each, which are carried out in any order.
     *
     * @param pairs     the device's name for the addresses from and to of each row
     * @param count     number of rows
     * @param w         length of each row, in doubles
     * @param arguments memory for arguments, {@link DeviceProgram#ARGUMENT_BYTES} bytes
     * @param stream    the stream to which the copies are submitted
     * @return 0, or the driver's error code
     */
    int copy(long pairs, int count, int w, MemorySegment arguments, long stream) {
        DeviceProgram.set(arguments, 0, pairs);
        DeviceProgram.set(arguments, 1, w);
        int blocks = Math.clamp((w + DeviceProgram.THREADS - 1) / DeviceProgram.THREADS, 1, MOST_BLOCKS_PER_ROW);
        return program.launch(blocks, count, arguments, stream);
    }
}
