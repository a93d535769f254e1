package hplhetero.blas.device.cuda;

import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A program that copies many rows within a device of Nvidia at once, or between the device and memory of the host that it can reach. Copied
 * one by one, each row takes some 6 us, whatever its length. Any thread may call.
 *
 * @param program the program
 */
record RowKernel(DeviceProgram program) {
    /** The most blocks of threads that copy one row: several, so that few rows keep a device busy too. */
    private static final int MOST_BLOCKS_PER_ROW = 32;
    /** The program rows(pairs, w), in which row y of the grid copies w doubles from pairs[2 y] to pairs[2 y + 1]. */
    private static final String PROGRAM = """
            .version 6.0
            .target sm_60
            .address_size 64
            .visible .entry rows(.param .u64 pairs, .param .u32 w)
            {
                .reg .pred %p1;
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                .reg .f64 %d1;
                ld.param.u64 %rd1, [pairs];
                ld.param.u32 %r1, [w];
                mov.u32 %r2, %ctaid.y;
                mul.wide.u32 %rd2, %r2, 16;
                add.s64 %rd3, %rd1, %rd2;
                ld.global.u64 %rd4, [%rd3];
                ld.global.u64 %rd5, [%rd3+8];
                mov.u32 %r3, %ctaid.x;
                mov.u32 %r4, %ntid.x;
                mov.u32 %r5, %tid.x;
                mad.lo.u32 %r6, %r3, %r4, %r5;
                mov.u32 %r7, %nctaid.x;
                mul.lo.u32 %r8, %r7, %r4;
            NEXT:
                setp.ge.u32 %p1, %r6, %r1;
                @%p1 bra END;
                mul.wide.u32 %rd6, %r6, 8;
                add.s64 %rd7, %rd4, %rd6;
                add.s64 %rd8, %rd5, %rd6;
                ld.global.f64 %d1, [%rd7];
                st.global.f64 [%rd8], %d1;
                add.u32 %r6, %r6, %r8;
                bra NEXT;
            END:
                ret;
            }
            """;

    /** Loads the program for the calling thread's device; empty where the driver does not accept it. */
    static Optional<RowKernel> load(NativeLibrary driver) {
        return DeviceProgram.load(driver, PROGRAM, "rows").map(RowKernel::new);
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
