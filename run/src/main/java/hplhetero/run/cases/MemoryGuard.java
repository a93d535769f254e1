package hplhetero.run.cases;

import hplhetero.hpl.HplCase;
import hplhetero.input.InputException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Refuses tests that would not fit into memory, before anything is allocated. */
public final class MemoryGuard {
    private static final double GIB = 1L << 30;

    private final ToLongFunction<HplCase> bytesNeeded;
    private final long available;

    /**
     * @param bytesNeeded bytes that all ranks of a case take together, never less for a larger N
     * @param available   bytes this process may take
     */
    public MemoryGuard(ToLongFunction<HplCase> bytesNeeded, long available) {
        this.bytesNeeded = bytesNeeded;
        this.available = available;
    }

    /** @throws InputException for the first test that does not fit, naming the largest N that does */
    public void check(List<HplCase> cases) {
        for (HplCase one : cases) {
            long needed = bytesNeeded.applyAsLong(one);
            if (needed > available) {
                throw new InputException(String.format(Locale.ROOT,
                        "N=%d needs %s, %s available: choose N <= %d or add memory",
                        one.n(), size(needed), size(available), rounded(largest(one, available))));
            }
        }
    }

    /** The largest N for which a case like {@code one} takes at most {@code bytes}; 0 when none does. */
    public int largest(HplCase one, long bytes) {
        int fits = 0;
        int tooLarge = (int) Math.min(Integer.MAX_VALUE - 1L, (long) Math.sqrt(bytes / 8.0) + 2);
        while (tooLarge - fits > 1) {
            int middle = fits + (tooLarge - fits) / 2;
            if (bytesNeeded.applyAsLong(withN(one, middle)) <= bytes) {
                fits = middle;
            } else {
                tooLarge = middle;
            }
        }
        return fits;
    }

    /** Two leading digits say enough, and leave some room. */
    private static int rounded(int n) {
        int unit = (int) Math.pow(10, Math.max(0, (int) Math.log10(Math.max(1, n)) - 1));
        return n / unit * unit;
    }

    private static String size(long bytes) {
        return bytes < 10 * GIB ? String.format(Locale.ROOT, "%.1f GiB", bytes / GIB)
                : String.format(Locale.ROOT, "%.0f GiB", bytes / GIB);
    }

    static HplCase withN(HplCase c, int n) {
        return c.with(n, c.nb(), c.threshold());
    }
}
