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
 * The costs of what the ranks of one virtual column do together, as {@code pfact.Pivoting} and {@code swap.RowSwap} do it. Costs are
 * seconds from the moment when all ranks have come until all have the result. Rows pass at the worst of the links from one member to the
 * next. Where it is known which links messages share, rows pass as fast as these links allow while all columns swap.
 */
final class ColumnCost {
    private static final int DOUBLE_BYTES = 8;
    private static final PairCost NONE = new PairCost(0, 0, 0);

    private final ModelInputs inputs;
    private final RunMessages messages;
    private final SolveVariant variant;
    /** The algorithm by which rows are swapped from now on, as far as the column's sites allow. */
    private SwapAlgorithm swap;
    private final SwapParts parts;
    private final int column;
    private final int[] members;
    private final int[] siteOf;
    private final boolean crossesSites;
    private final Sites sites;
    private final PairCost toNext;
    /** Panel width for which {@link #pivotSeconds} holds; 0 at first. */
    private int pivotWidth;
    private double pivotSeconds;
    /** Loads of links by this column's swaps, indexed by ordinal of {@link SwapAlgorithm}; null until used. */
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

    /** Returns the worse of two links in each part of the cost: links that are used at once all wait for the last. */
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

    /**
     * Returns the seconds of the pivot exchange for one column of a panel of jb columns. A round counts with its shortest message, which is
     * a candidate's row alone.
     */
    double pivot(int jb) {
        if (jb != pivotWidth) {
            pivotWidth = jb;
            pivotSeconds = 0;
            for (PivotRounds.Round round : pivots(jb).rounds()) {
                // sum over rounds of (latency + bytes x seconds a byte), each the worst among the links that the round uses
                pivotSeconds += worst(round.messages()).seconds(round.leastBytes());
            }
        }
        return pivotSeconds;
    }

    private PivotRounds pivots(int jb) {
        long payloadBytes = (long) DOUBLE_BYTES * jb;
        return crossesSites ? messages.pivots(siteOf, payloadBytes) : messages.pivots(members.length, payloadBytes);
    }

    /**
     * Occupies the links between sites with the pivot exchanges of a panel of jb columns, from {@code begin} on: bytes x seconds a byte for
     * each message that crosses.
     */
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

    /** Sets the algorithm by which rows are swapped from now on, as far as the column's sites leave a choice. */
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

    /** Returns the seconds of a row swap: jb rows of U, and as many rows that leave the panel's block row, over {@code cols} columns. */
    double swap(int jb, double cols) {
        if (members.length == 1 || cols <= 0) {
            return 0;
        }
        // in the formulas B = 8 jb cols bytes; a the latency, b the seconds a byte of the worst link to the next member
        double rowBytes = DOUBLE_BYTES * cols;
        if (inputs.loaded()) {
            // latency + B perByte, while all columns swap over shared links
            return loads(cols).seconds(jb * rowBytes);
        }
        SwapRounds rounds = rounds(cols);
        // leavingStages x (leavingMessages a + leaving B b)
        double leaving = rounds.leavingStages() * (rounds.leavingMessages() * toNext.latency()
                + rounds.leaving() * jb * rowBytes * toNext.secondsPerByte());
        // rows of U go along with leaving rows: + received B b; or after them: + ownStages x (a + received / ownStages B b)
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

    /** Returns how many messages of a row swap over {@code cols} columns come one after the other, each when its receiver looks for it. */
    int hops(double cols) {
        return rounds(cols).receipts();
    }

    /** Returns the seconds of each rank's own thread for a row swap. Between two ranks half of all rows change places. */
    double swapping(int jb, double cols) {
        // 2 received x 8 jb cols bytes x swapPerByte
        return rounds(cols).received().of(2.0) * jb * DOUBLE_BYTES * cols * toNext.swapPerByte();
    }

    /** Returns the number of parts into which the row swap of {@code cols} columns is cut. */
    int parts(double cols) {
        return parts.count(cols);
    }

    /** Returns whether the column's members are at several sites. */
    boolean crossesSites() {
        return crossesSites;
    }

    /** Occupies the links between sites with a swap that may begin at {@code ready}, and returns when the swap is over there. */
    double cross(SiteLinks links, double ready, int jb, double cols) {
        double rows = (double) jb * DOUBLE_BYTES * cols;
        double over = ready;
        for (SiteCrossing crossing : messages.crossings(taken(cols), siteOf)) {
            int a = siteOf[crossing.a()];
            int b = siteOf[crossing.b()];
            // busiest x 8 jb cols bytes x seconds a byte, in both directions at once
            double seconds = crossing.busiest() * rows * link(crossing.a(), crossing.b()).secondsPerByte();
            double there = links.cross(a, b, ready, crossing.both() * rows, seconds);
            over = Math.max(over, Math.max(there, links.cross(b, a, ready, 0, seconds)) + seconds);
        }
        return over;
    }
}
