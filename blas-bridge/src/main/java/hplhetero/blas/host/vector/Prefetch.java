package hplhetero.blas.host.vector;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.Pages;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The one instruction that the kernel needs and Java lacks: fetching a cache line without waiting for it. A tile of C comes from memory for
 * every MR x NR x k multiply-adds, and a load that waits for memory stops all later instructions. So a loop of some 30 bytes of machine
 * code is put on a page of its own and called as a native function. The call takes a few nanoseconds for a tile that takes several hundred.
 * The loop reads and writes nothing that a program could see, at any address.
 *
 * <p>Where there is no such code (another processor or system) or no such page (a system that forbids it), nothing is fetched ahead and the
 * kernel is slower. {@link #ACTIVE} and the provider's description tell whether the loop is used. docs/decisions/0020-prefetch.md has the
 * numbers.
 */
final class Prefetch {
    private static final int CACHE_LINE_BYTES = 64;

    // the handle of void prefetch(const void *address, ptrdiff_t step, int count), or null where there is no such code
    private static final MethodHandle CODE = link((Lanes.MR * Double.BYTES + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES);

    static final boolean ACTIVE = CODE != null;

    private Prefetch() {
    }

    /**
     * Starts fetching {@code count} columns of {@link Lanes#MR} doubles into the cache, without waiting for them.
     *
     * @param address address of the first column
     * @param step    bytes from one column to the next
     * @param count   number of columns, at least 1
     */
    static void tile(long address, long step, int count) {
        if (ACTIVE) {
            try {
                CODE.invokeExact(address, step, count);
            } catch (Throwable e) {
                throw new AssertionError("a prefetch cannot throw", e);
            }
        }
    }

    private static MethodHandle link(int lines) {
        byte[] code = switch (System.getProperty("os.arch")) {
            case "amd64" -> x86(lines);
            case "aarch64" -> arm(lines);
            default -> null;
        };
        MemorySegment page = code == null || Boolean.getBoolean("hpl.noprefetch") ? null : Pages.executable(code).orElse(null);
        return page == null ? null
                : Downcall.toShortVoid(page, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
    }

    /**
     * Returns the machine code of the fetching loop for x86-64, by the System V calling convention: address in rdi, step in rsi, count in
     * edx.
     *
     * @param lines number of cache lines to fetch of each column
     */
    static byte[] x86(int lines) {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        for (int line = 0; line < lines; line++) {
            code.writeBytes(new byte[] {0x0F, 0x18, (byte) 0x8F}); // prefetcht0 [rdi + 64 line]
            code.writeBytes(littleEndian(CACHE_LINE_BYTES * line));
        }
        code.writeBytes(new byte[] {0x48, 0x01, (byte) 0xF7}); // add rdi, rsi
        code.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xCA}); // dec edx
        code.writeBytes(new byte[] {0x7F, (byte) -(code.size() + 2)}); // jg to the begin
        code.write(0xC3); // ret
        return code.toByteArray();
    }

    /**
     * Returns the machine code of the fetching loop for arm64, by the calling convention AAPCS64: address in x0, step in x1, count in w2.
     *
     * @param lines number of cache lines to fetch of each column
     */
    static byte[] arm(int lines) {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        for (int line = 0; line < lines; line++) {
            code.writeBytes(littleEndian(0xF9800000 | CACHE_LINE_BYTES * line / 8 << 10)); // prfm pldl1keep, [x0, 64 line]
        }
        code.writeBytes(littleEndian(0x8B010000)); // add x0, x0, x1
        code.writeBytes(littleEndian(0x71000442)); // subs w2, w2, 1
        code.writeBytes(littleEndian(0x5400000C | (-code.size() / 4 & 0x7FFFF) << 5)); // b.gt to the begin
        code.writeBytes(littleEndian(0xD65F03C0)); // ret
        return code.toByteArray();
    }

    private static byte[] littleEndian(int word) {
        return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(word).array();
    }
}
