package hplhetero.hpl.model;
import hplhetero.comm.Sites;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.model.messages.Pair;
import hplhetero.hpl.model.messages.PivotRounds;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.messages.SiteCrossing;
import hplhetero.hpl.model.messages.SwapRounds;
import hplhetero.hpl.model.network.ColumnLoads;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.SwapParts;
import java.util.List;

/**
 * What the ranks of one virtual column do together, as {@code pfact.Pivoting} and {@code swap.RowSwap} do it: seconds
 * from the moment when all have come until all have the result. Rows pass at the worst of the links from one member to the next; where it
 * is known which links messages share, as fast as these allow while all columns swap.
 */
final class ColumnCost {
    private static final int DOUBLE_BYTES = 8;
    private static final PairCost NONE = new PairCost(0, 0, 0);

    private final ModelInputs inputs;
    private final RunMessages messages;
    private final SolveVariant variant;
    /** That rows are swapped by from now on. */
    private SwapAlgorithm swap;
    private final SwapParts parts;
    private final int column;
    private final int[] members;
    private final int[] siteOf;
    private final boolean crossesSites;
    private final Sites sites;
    private final PairCost toNext;
    /** Of the panel width asked for last. */
    private int pivotWidth;
    private double pivotSeconds;
    /** By {@link SwapAlgorithm}, once used. */
    private final ColumnLoads[] loads = new ColumnLoads[SwapAlgorithm.values().length];
    private final SwapRounds[] swaps = new SwapRounds[SwapAlgorithm.values().length];

    ColumnCost(ModelInputs inputs, int column, SolveVariant variant) {
        this.inputs = inputs;
        this.column = column;
        members = inputs.columnMembers[column];
        messages = inputs.messages;
        this.variant = variant;
        parts = SwapParts.of(inputs.map.nb(), variant.swapThreshold());
        siteOf = new int[members.length];
        PairCost worst = NONE;
        boolean crosses = false;
        for (int i = 0; i < members.length; i++) {
            siteOf[i] = inputs.site[members[i]];
            crosses |= siteOf[i] != siteOf[0];
            worst = members.length > 1 ? worse(worst, link(i, (i + 1) % members.length)) : worst;
        }
        toNext = worst;
        crossesSites = crosses;
        sites = Sites.of(siteOf);
        take(variant.swap());
    }

    private PairCost link(int a, int b) {
        return inputs.link(members[a], members[b]);
    }

    /** Links that are used at once: all wait for the last. */
    private static PairCost worse(PairCost a, PairCost b) {
        return new PairCost(Math.max(a.latency(), b.latency()), Math.max(a.secondsPerByte(), b.secondsPerByte()),
                Math.max(a.swapPerByte(), b.swapPerByte()));
    }

    private PairCost worst(List<Pair> messages) {
        PairCost worst = NONE;
        for (Pair message : messages) {
            worst = worse(worst, link(message.from(), message.to()));
        }
        return worst;
    }

    /** The exchange of one column of a panel of jb: the candidates' rows, and in half the cases the current row too. */
    double pivot(int jb) {
        if (jb != pivotWidth) {
            pivotWidth = jb;
            pivotSeconds = 0;
            for (PivotRounds.Round round : pivots(jb).rounds()) {
                pivotSeconds += worst(round.messages()).seconds(round.leastBytes());
            }
        }
        return pivotSeconds;
    }

    private PivotRounds pivots(int jb) {
        long payloadBytes = (long) DOUBLE_BYTES * jb;
        return crossesSites ? messages.pivots(siteOf, payloadBytes) : messages.pivots(members.length, payloadBytes);
    }

    /** The exchanges of a panel of jb on the links that the column shares with others, from {@code begin} on. */
    void passPivots(SiteLinks links, double begin, int jb) {
        for (PivotRounds.Round round : pivots(jb).rounds()) {
            double bytes = (double) jb * round.leastBytes();
            for (Pair message : round.messages()) {
                int from = siteOf[message.from()];
                int to = siteOf[message.to()];
                if (from != to) {
                    links.pass(from, to, begin, bytes, bytes * link(message.from(), message.to()).secondsPerByte());
                }
            }
        }
    }

    /** Rows are swapped by this from now on, as far as the column's sites leave a choice. */
    void take(SwapAlgorithm other) {
        swap = crossesSites ? other.among(sites) : other;
    }

    private SwapAlgorithm taken(double cols) {
        return swap.taken(cols, variant.swapThreshold());
    }

    private SwapRounds rounds(double cols) {
        SwapAlgorithm taken = taken(cols);
        if (swaps[taken.ordinal()] == null) {
            swaps[taken.ordinal()] = crossesSites ? messages.swap(taken, siteOf) : messages.swap(taken, members.length);
        }
        return swaps[taken.ordinal()];
    }

    /** The exchange of jb rows of U and of as many that leave the panel's block row, over {@code cols} columns. */
    double swap(int jb, double cols) {
        if (members.length == 1 || cols <= 0) {
            return 0;
        }
        double rowBytes = DOUBLE_BYTES * cols;
        if (inputs.loaded()) {
            return loads(cols).seconds(jb * rowBytes);
        }
        SwapRounds rounds = rounds(cols);
        double leaving = rounds.leavingStages() * (rounds.leavingMessages() * toNext.latency()
                + rounds.leaving() * jb * rowBytes * toNext.secondsPerByte());
        // rows of U go along with those that leave, or after them
        double rowsOfU = rounds.ownStages() == 0 ? rounds.received().value() * jb * rowBytes * toNext.secondsPerByte()
                : rounds.ownStages() * (toNext.latency() + rounds.receivedInEach().of(jb * rowBytes) * toNext.secondsPerByte());
        return leaving + rowsOfU;
    }

    private ColumnLoads loads(double cols) {
        SwapAlgorithm taken = taken(cols);
        if (loads[taken.ordinal()] == null) {
            loads[taken.ordinal()] = inputs.loads().swap(taken, messages)[column];
        }
        return loads[taken.ordinal()];
    }

    /** How many messages of an exchange of so many columns come one after the other, each when its receiver looks for it. */
    int hops(double cols) {
        return rounds(cols).receipts();
    }

    /** Seconds of each rank's own thread for the same exchange: between two ranks half of all rows change places. */
    double swapping(int jb, double cols) {
        return rounds(cols).received().of(2.0) * jb * DOUBLE_BYTES * cols * toNext.swapPerByte();
    }

    /** In how many parts so many columns are swapped. */
    int parts(double cols) {
        return parts.count(cols);
    }

    /** Whether its members are at several sites. */
    boolean crossesSites() {
        return crossesSites;
    }

    /** A swap's part on the links that the column shares with others: when it is over if it may begin at {@code ready}. */
    double cross(SiteLinks links, double ready, int jb, double cols) {
        double rows = (double) jb * DOUBLE_BYTES * cols;
        double over = ready;
        for (SiteCrossing crossing : messages.crossings(taken(cols), siteOf)) {
            int a = siteOf[crossing.a()];
            int b = siteOf[crossing.b()];
            double seconds = crossing.busiest() * rows * link(crossing.a(), crossing.b()).secondsPerByte();
            double there = links.cross(a, b, ready, crossing.both() * rows, seconds);
            over = Math.max(over, Math.max(there, links.cross(b, a, ready, 0, seconds)) + seconds);
        }
        return over;
    }
}
