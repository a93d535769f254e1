package hplhetero.hpl.plan.model;

import hplhetero.comm.Collectives.PivotExchange;
import hplhetero.comm.schedule.Dissemination;
import hplhetero.comm.schedule.Fold;
import hplhetero.hpl.cluster.LinkCost;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.SwapParts;

/**
 * What the ranks of one virtual column do together, as {@code pfact.Pivoting} and {@code swap.RowSwap} do it: seconds
 * from the moment when all have come until all have the result.
 */
final class ColumnCost {
    private final SolveVariant variant;
    private final int task;
    private final int[] members;
    private final LinkCost[] pivotRounds;
    private double ringLatency;
    private double ringSecondsPerByte;
    private double ringSwapPerByte;
    private int crossingMember = -1;
    private int crossings;
    private double crossSiteShare;

    ColumnCost(ModelInputs inputs, int[] members, SolveVariant variant) {
        this.variant = variant;
        task = SwapParts.task(inputs.map.nb());
        this.members = members;
        pivotRounds = new LinkCost[Dissemination.rounds(members.length)];
        for (int round = 0; round < pivotRounds.length; round++) {
            pivotRounds[round] = slowest(inputs, 1 << round);
        }
        if (members.length > 1) {
            LinkCost ring = slowest(inputs, 1);
            ringLatency = ring.latency();
            ringSecondsPerByte = ring.secondsPerByte();
            ringSwapPerByte = ring.swapPerByte();
        }
        for (int i = 0; i < members.length; i++) {
            if (inputs.site[members[i]] != inputs.site[next(i, 1)]) {
                crossingMember = i;
                crossings++;
            }
        }
        crossSiteShare = crossSiteShare(inputs);
    }

    /** The share of pairs of members, a member with itself included, that are at two sites. */
    private double crossSiteShare(ModelInputs inputs) {
        double pairs = 0;
        for (int a : members) {
            for (int b : members) {
                pairs += inputs.site[a] != inputs.site[b] ? 1 : 0;
            }
        }
        return pairs / members.length / members.length;
    }

    private int next(int i, int distance) {
        return members[(i + distance) % members.length];
    }

    /** The worst of all links between members that far apart: all of them are used at once, and all wait for the last. */
    private LinkCost slowest(ModelInputs inputs, int distance) {
        LinkCost worst = new LinkCost(0, 0, 0);
        for (int i = 0; i < members.length; i++) {
            LinkCost link = inputs.link(members[i], next(i, distance));
            worst = new LinkCost(Math.max(worst.latency(), link.latency()), Math.max(worst.secondsPerByte(), link.secondsPerByte()),
                    Math.max(worst.swapPerByte(), link.swapPerByte()));
        }
        return worst;
    }

    /** The dissemination exchange of one column of a panel of jb: one row, and in half the cases the current row too. */
    double pivot(int jb) {
        double sum = 0;
        for (LinkCost round : pivotRounds) {
            sum += round.seconds(PivotExchange.currentOffset(8L * jb));
        }
        return sum;
    }

    /**
     * The exchange of jb rows of U and of as many that leave the panel's block row, over {@code cols} columns. The leaving
     * rows all come from one rank, which keeps its own share of them.
     */
    double swap(int jb, double cols) {
        int p = members.length;
        if (p == 1 || cols <= 0) {
            return 0;
        }
        double rowBytes = 8 * cols;
        double share = (p - 1.0) / p;
        if (binaryExchange(cols)) {
            int rounds = Fold.of(p).rounds();
            return rounds * (ringLatency + jb * rowBytes * ringSecondsPerByte) + share * jb * rowBytes * ringSecondsPerByte;
        }
        double spread = (p - 1) * ringLatency + share * jb * rowBytes * ringSecondsPerByte;
        double roll = (p - 1) * (ringLatency + jb * rowBytes / p * ringSecondsPerByte);
        return spread + roll;
    }

    /** How many messages of an exchange of so many columns come one after the other, each when its receiver looks for it. */
    int hops(double cols) {
        return binaryExchange(cols) ? Dissemination.rounds(members.length) : members.length - 1;
    }

    /** Seconds of each rank's own thread for the same exchange: between two ranks half of all rows change places. */
    double swapping(int jb, double cols) {
        return 2.0 * (members.length - 1) / members.length * jb * 8 * cols * ringSwapPerByte;
    }

    /** In how many parts so many columns are swapped. */
    int parts(double cols) {
        return SwapParts.parts(cols, task, variant.swapThreshold());
    }

    private boolean binaryExchange(double cols) {
        return variant.swap() == SwapAlgorithm.BINARY_EXCHANGE || variant.swap() == SwapAlgorithm.MIX && cols <= variant.swapThreshold();
    }

    /** Whether its ring leaves a site. */
    boolean crossesSites() {
        return crossings > 0;
    }

    /**
     * A swap's part on the links that the column shares with others: when it is over if it may begin at {@code ready}. In
     * spread-roll the leaving rows and as many of U change ranks, half of the latter in each direction; then U goes around the
     * ring. In binary exchange all of both come together.
     */
    double cross(ModelInputs inputs, SiteLinks links, double ready, int jb, double cols) {
        int a = inputs.site[members[crossingMember]];
        int b = inputs.site[next(crossingMember, 1)];
        double rowBytes = 8.0 * cols;
        double ring = crossings * (members.length - 1.0) / members.length;
        double allRows = jb * (binaryExchange(cols) ? crossings : 2 * crossSiteShare + ring);
        double oneWay = jb * (binaryExchange(cols) ? 0.75 * crossings : 1.5 * crossSiteShare + 0.5 * ring);
        double seconds = oneWay * rowBytes * inputs.link(members[crossingMember], next(crossingMember, 1)).secondsPerByte();
        double there = links.cross(a, b, ready, allRows * rowBytes, seconds);
        return Math.max(there, links.cross(b, a, ready, 0, seconds)) + seconds;
    }
}
