package hplhetero.run.cases;

import hplhetero.hpl.problem.HplCase;
import hplhetero.input.text.InputException;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Refuses tests that would not fit into memory, before anything is allocated. A test whose map is still to be planned need only fit
 * into all hosts together: the plan gives each what it has room for.
 */
public final class MemoryGuard {
    /** Of a host's memory: what a plan may give its ranks. The rest is room for everything else there. */
    public static final double PLANNED_SHARE = 0.9;
    private static final MemoryUse ALL = new MemoryUse.Share(1);
    private static final double GIB = 1L << 30;
    /** More names make a line that nobody reads. */
    private static final int MOST_NAMED_HOSTS = 6;

    private final List<Share> shares;

    /**
     * What a run takes of one host.
     *
     * @param host        its name, empty where there is but one
     * @param bytesNeeded bytes that its ranks take of a case together, never less for a larger N
     * @param available   bytes they may take
     * @param described   bytes that a file says they may take; {@link Long#MAX_VALUE} where none does
     * @param devices     bytes that their devices have room for, which an N that nobody gave does not exceed; {@link Long#MAX_VALUE} where
     *                    not all have one
     */
    public record Share(String host, ToLongFunction<HplCase> bytesNeeded, long available, long described, long devices) {

        /** Bytes that a plan can take from. */
        private double plannable() {
            return Math.min(available, described);
        }

        private double of(MemoryUse use) {
            return Math.min(use.of(plannable()), devices);
        }
    }

    /** @param shares one a host */
    public MemoryGuard(List<Share> shares) {
        this.shares = List.copyOf(shares);
    }

    /** @throws InputException for the first test that does not fit, naming the largest N that does */
    public void check(List<HplCase> cases) {
        for (HplCase one : cases) {
            double matrix = matrixBytes(one);
            double all = shares.stream().mapToDouble(Share::available).sum();
            if (matrix > all) {
                // without its layout, which would not fit into memory either where the matrix is far too large
                throw tooLarge(one, matrix, "", all);
            }
            for (Share share : shares) {
                long needed = share.bytesNeeded.applyAsLong(one);
                if (needed > share.available) {
                    throw tooLarge(one, needed, share.host, share.available);
                }
            }
        }
    }

    private InputException tooLarge(HplCase one, double needed, String host, double available) {
        int largest = rounded(largest(one, ALL));
        String remedy = largest > 0 ? "choose N <= " + largest + " or add memory"
                : "P=" + one.p() + " Q=" + one.q() + " leave no room for any N, as each rank has buffers: run fewer ranks, or add memory";
        return new InputException(String.format(Locale.ROOT, "N=%d needs %s%s, %s available: %s", one.n(), size(needed),
                host.isEmpty() ? "" : " on " + host, size(available), remedy));
    }

    private static double matrixBytes(HplCase one) {
        return Double.BYTES * (double) one.n() * one.n();
    }

    /** @throws InputException if the matrix alone is more than all hosts have together, so that no plan can help */
    public void checkTogether(HplCase one) {
        double needed = matrixBytes(one);
        if (needed > together()) {
            throw new InputException(String.format(Locale.ROOT, "N=%d needs %s, %s available%s: choose N <= %d or add memory%s", one.n(),
                    size(needed), size(together()), shares.size() == 1 ? "" : " on " + listed(),
                    rounded(largestTogether(one, new MemoryUse.Share(PLANNED_SHARE))),
                    shares.size() == 1 ? "" : " or hosts"));
        }
    }

    /**
     * The largest N for which a case like {@code one} takes at most {@code use} of each host's memory, as it is or is described; 0 when
     * none does.
     */
    public int largest(HplCase one, MemoryUse use) {
        return largest(together(use), n -> fits(withN(one, n), use));
    }

    /** The same of the memory of all hosts together, however it is spread. */
    int largestTogether(HplCase one, MemoryUse use) {
        double bytes = together(use);
        return largest(bytes, n -> shares.stream().mapToDouble(share -> share.bytesNeeded.applyAsLong(withN(one, n))).sum() <= bytes);
    }

    /** @param bytes no N whose matrix takes more fits */
    private static int largest(double bytes, IntPredicate fits) {
        int largest = 0;
        int tooLarge = (int) Math.min(Integer.MAX_VALUE - 1L, (long) Math.sqrt(bytes / 8.0) + 2);
        while (tooLarge - largest > 1) {
            int middle = largest + (tooLarge - largest) / 2;
            if (fits.test(middle)) {
                largest = middle;
            } else {
                tooLarge = middle;
            }
        }
        return largest;
    }

    private boolean fits(HplCase one, MemoryUse use) {
        return shares.stream().allMatch(share -> share.bytesNeeded.applyAsLong(one) <= share.of(use));
    }

    private double together(MemoryUse use) {
        return shares.stream().mapToDouble(share -> share.of(use)).sum();
    }

    private double together() {
        return together(ALL);
    }

    /** @throws InputException when a host does not have what a run is to take of it */
    public void checkHas(MemoryUse.Amount asked, String option) {
        for (Share share : shares) {
            if (asked.bytes() > share.available) {
                throw new InputException(option + ": " + asked.words() + " asked for, " + size(share.available) + " available"
                        + (share.host.isEmpty() ? "" : " on " + share.host) + ": give at most that, or a share such as 80%");
            }
        }
    }

    /** {@code a (64 GiB), b (8.0 GiB) and 3 more}. */
    private String listed() {
        String first = shares.stream().limit(MOST_NAMED_HOSTS).map(share -> share.host + " (" + size(share.plannable()) + ")")
                .collect(Collectors.joining(", "));
        return shares.size() > MOST_NAMED_HOSTS ? first + " and " + (shares.size() - MOST_NAMED_HOSTS) + " more" : first;
    }

    /** Two leading digits say enough, and leave some room. */
    private static int rounded(int n) {
        int unit = (int) Math.pow(10, Math.max(0, (int) Math.log10(Math.max(1, n)) - 1));
        return n / unit * unit;
    }

    private static String size(double bytes) {
        return bytes < 10 * GIB ? String.format(Locale.ROOT, "%.1f GiB", bytes / GIB)
                : String.format(Locale.ROOT, "%.0f GiB", bytes / GIB);
    }

    static HplCase withN(HplCase c, int n) {
        return c.with(n, c.nb(), c.threshold());
    }
}
