package hplhetero.run.cases;

import hplhetero.hpl.problem.HplCase;
import hplhetero.input.text.InputException;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Refuses tests that would not fit into memory, before anything is allocated. A test whose map is still to be planned need only fit into
 * all hosts together, because the plan gives each host what it has room for.
 */
public final class MemoryGuard {
    /** Share of a host's memory that a plan may give the host's ranks. The rest is room for everything else on the host. */
    public static final double PLANNED_SHARE = 0.9;
    private static final MemoryUse ALL = new MemoryUse.Share(1);
    private static final double GIB = 1L << 30;
    /** The most hosts that a message names. More would make a line that nobody reads. */
    private static final int MOST_NAMED_HOSTS = 6;

    private final List<Share> shares;

    /**
     * One host's memory, and what a run needs of it.
     *
     * @param host        the host's name for messages, empty where there is only one host
     * @param bytesNeeded returns the bytes that the ranks of this host take together for a test; never less for a larger N
     * @param available   bytes of the host's memory that its ranks may take
     * @param described   bytes that its ranks may take by a file that describes the ranks; {@link Long#MAX_VALUE} where there is no such
     *                    file
     * @param devices     bytes that the devices (GPUs) of its ranks have room for, a bound on the largest N that is looked for;
     *                    {@link Long#MAX_VALUE} where not all ranks have one, or devices are not to be a bound
     */
    public record Share(String host, ToLongFunction<HplCase> bytesNeeded, long available, long described, long devices) {

        /** Returns the bytes of this host that a plan can use. */
        private double plannable() {
            return Math.min(available, described);
        }

        private double of(MemoryUse use) {
            return Math.min(use.of(plannable()), devices);
        }
    }

    /**
     * Makes a guard for these hosts.
     *
     * @param shares the shares, one for each host
     */
    public MemoryGuard(List<Share> shares) {
        this.shares = List.copyOf(shares);
    }

    /**
     * Checks that each test fits into each host.
     *
     * @throws InputException for the first test that does not fit, naming the largest N that does
     */
    public void check(List<HplCase> cases) {
        for (HplCase one : cases) {
            double matrix = matrixBytes(one);
            double all = shares.stream().mapToDouble(Share::available).sum();
            if (matrix > all) {
                // compares the matrix alone; the layout of a far too large matrix would itself not fit into memory
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

    /** Returns whether a test fits into each host. */
    public boolean holds(HplCase one) {
        return shares.stream().allMatch(share -> share.bytesNeeded.applyAsLong(one) <= share.available);
    }

    private InputException tooLarge(HplCase one, double needed, String host, double available) {
        int largest = rounded(largest(one, ALL));
        String remedy = largest > 0 ? "choose N <= " + largest + " or add memory"
                : "the buffers of the ranks, P=" + one.p() + " Q=" + one.q() + ", leave no room for any N: run fewer ranks, or add memory";
        return new InputException(String.format(Locale.ROOT, "N=%d needs %s%s, %s available: %s", one.n(), size(needed),
                host.isEmpty() ? "" : " on " + host, size(available), remedy));
    }

    private static double matrixBytes(HplCase one) {
        return Double.BYTES * (double) one.n() * one.n();
    }

    /**
     * Checks that the matrix of a test fits into the memory of all hosts together, of each host no more than a file describes or its
     * devices have room for. Serves for tests whose map of blocks to ranks is still to be planned, as a planned map can give each host what
     * fits.
     *
     * @param one the test, with its N
     * @throws InputException if the matrix, 8 N^2 bytes, is larger than this memory
     */
    public void checkTogether(HplCase one) {
        double needed = matrixBytes(one);
        if (needed > together()) {
            int largest = rounded(largestTogether(one, new MemoryUse.Share(PLANNED_SHARE)));
            throw new InputException(String.format(Locale.ROOT, "N=%d needs %s, %s available%s: %s memory%s", one.n(), size(needed),
                    size(together()), shares.size() == 1 ? "" : " on " + listed(),
                    largest > 0 ? "choose N <= " + largest + " or add" : "no N fits: add",
                    shares.size() == 1 ? "" : " or hosts"));
        }
    }

    /**
     * Returns the largest N for which a test like {@code one} takes at most {@code use} of each host's memory; 0 when no N does. A host's
     * memory is what it has, or less where a file describes it with less.
     *
     * @param one the test, whose own N does not matter
     * @param use the amount or share of each host's memory that the test may take
     */
    public int largest(HplCase one, MemoryUse use) {
        return largest(together(use), n -> fits(withN(one, n), use));
    }

    /**
     * Returns the largest N for which a test like {@code one} takes at most {@code use} of all hosts' memory together, however it is
     * spread; 0 when no N does.
     *
     * @param one the test, whose own N does not matter
     * @param use the amount or share of each host's memory that the test may take
     */
    int largestTogether(HplCase one, MemoryUse use) {
        double bytes = together(use);
        return largest(bytes, n -> shares.stream().mapToDouble(share -> share.bytesNeeded.applyAsLong(withN(one, n))).sum() <= bytes);
    }

    /**
     * Returns the largest N that fits, by bisection; 0 when none does.
     *
     * @param bytes memory in bytes; no N whose matrix takes more is tried
     */
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

    /**
     * Checks that each host has the memory that a run is to take of it.
     *
     * @param amount the amount that the user wants a run to take of each host's memory
     * @param option name of the option that gives the amount, for messages
     * @throws InputException when a host does not
     */
    public void checkHas(MemoryUse.Amount amount, String option) {
        for (Share share : shares) {
            if (amount.bytes() > share.available) {
                throw new InputException(option + ": " + amount.words() + " asked for, " + size(share.available) + " available"
                        + (share.host.isEmpty() ? "" : " on " + share.host) + ": give at most what is available, or a share such as 80%");
            }
        }
    }

    /** Returns the hosts with their memory in words, such as {@code a (64 GiB), b (8.0 GiB) and 3 more}. */
    private String listed() {
        String first = shares.stream().limit(MOST_NAMED_HOSTS).map(share -> share.host + " (" + size(share.plannable()) + ")")
                .collect(Collectors.joining(", "));
        return shares.size() > MOST_NAMED_HOSTS ? first + " and " + (shares.size() - MOST_NAMED_HOSTS) + " more" : first;
    }

    /** Returns n rounded down to two leading digits. That says enough, and leaves some room. */
    private static int rounded(int n) {
        int unit = (int) Math.pow(10, Math.max(0, (int) Math.log10(Math.max(1, n)) - 1));
        return n / unit * unit;
    }

    private static String size(double bytes) {
        return bytes < 10 * GIB ? String.format(Locale.ROOT, "%.1f GiB", bytes / GIB)
                : String.format(Locale.ROOT, "%.0f GiB", bytes / GIB);
    }

    /** Returns a copy of a test with another N; NB and the threshold of the residual stay. */
    static HplCase withN(HplCase c, int n) {
        return c.with(n, c.nb(), c.threshold());
    }
}
