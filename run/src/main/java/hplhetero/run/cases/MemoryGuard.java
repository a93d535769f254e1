package hplhetero.run.cases;

import hplhetero.hpl.HplCase;
import hplhetero.input.InputException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Refuses tests that would not fit into memory, before anything is allocated. */
public final class MemoryGuard {
    private static final double GIB = 1L << 30;

    private final List<Share> shares;

    /**
     * What a run takes of one host.
     *
     * @param host        its name, empty where there is but one
     * @param bytesNeeded bytes that its ranks take of a case together, never less for a larger N
     * @param available   bytes they may take
     */
    public record Share(String host, ToLongFunction<HplCase> bytesNeeded, long available) {
    }

    /** @param shares one a host */
    public MemoryGuard(List<Share> shares) {
        this.shares = List.copyOf(shares);
    }

    /** @throws InputException for the first test that does not fit, naming the largest N that does */
    public void check(List<HplCase> cases) {
        for (HplCase one : cases) {
            for (Share share : shares) {
                long needed = share.bytesNeeded.applyAsLong(one);
                if (needed > share.available) {
                    throw new InputException(String.format(Locale.ROOT, "N=%d needs %s%s, %s available: choose N <= %d or add memory",
                            one.n(), size(needed), share.host.isEmpty() ? "" : " on " + share.host, size(share.available),
                            rounded(largest(one, 1))));
                }
            }
        }
    }

    /** The largest N for which a case like {@code one} takes at most {@code part} of each host's memory; 0 when none does. */
    public int largest(HplCase one, double part) {
        int fits = 0;
        double bytes = shares.stream().mapToDouble(share -> part * share.available).sum();
        int tooLarge = (int) Math.min(Integer.MAX_VALUE - 1L, (long) Math.sqrt(bytes / 8.0) + 2);
        while (tooLarge - fits > 1) {
            int middle = fits + (tooLarge - fits) / 2;
            if (fits(withN(one, middle), part)) {
                fits = middle;
            } else {
                tooLarge = middle;
            }
        }
        return fits;
    }

    private boolean fits(HplCase one, double part) {
        return shares.stream().allMatch(share -> share.bytesNeeded.applyAsLong(one) <= part * share.available);
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
