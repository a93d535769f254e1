package hplhetero.hpl.simulate;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.RowSwapTraffic;
import hplhetero.hpl.swap.SwapParts;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import java.util.stream.IntStream;

/**
 * The virtual rows and columns of a run, and what their ranks send each other. The traffics are those that the executors send, with exact
 * bytes but for row swaps, which have the mean over pivots. Ranks are those of the world. One thread.
 */
final class RunShape {
    private static final int DOUBLE_BYTES = 8;

    final BlockMap map;
    final int[][] rowMembers;
    final int[][] columnMembers;
    private final Cluster cluster;
    private final SolveVariant variant;
    private final SwapParts parts;
    private final BlockList[] virtualRows;
    private final Sites[] sitesOfRow;
    private final Sites[] sitesOfColumn;
    private final double[] swapPerByte;

    RunShape(Cluster cluster, BlockMap map, SolveVariant variant) {
        this.cluster = cluster;
        this.map = map;
        this.variant = variant;
        parts = SwapParts.of(map.nb(), variant.swapThreshold());
        rowMembers = new int[map.grid().rows()][];
        virtualRows = new BlockList[rowMembers.length];
        sitesOfRow = new Sites[rowMembers.length];
        for (int r = 0; r < rowMembers.length; r++) {
            rowMembers[r] = LocalLayout.rowMembers(map.grid(), r);
            boolean[] chosen = new boolean[rowMembers.length];
            chosen[r] = true;
            virtualRows[r] = map.rows(chosen);
            sitesOfRow[r] = sites(rowMembers[r]);
        }
        columnMembers = new int[map.grid().cols()][];
        swapPerByte = new double[columnMembers.length];
        sitesOfColumn = new Sites[columnMembers.length];
        for (int c = 0; c < columnMembers.length; c++) {
            columnMembers[c] = LocalLayout.columnMembers(map.grid(), c);
            swapPerByte[c] = swapPerByte(columnMembers[c]);
            sitesOfColumn[c] = sites(columnMembers[c]);
        }
    }

    private Sites sites(int[] members) {
        return Sites.of(IntStream.of(members).map(rank -> cluster.network().siteOf().get(rank)).toArray());
    }

    /**
     * Returns the worst seconds of a rank's own thread for each swapped byte, among the links from one member to the next, as the time
     * model takes it.
     */
    private double swapPerByte(int[] members) {
        double worst = 0;
        for (int i = 0; i < members.length && members.length > 1; i++) {
            PairCost link = cluster.network().link(members[i], members[(i + 1) % members.length]);
            worst = Math.max(worst, link.swapPerByte());
        }
        return worst;
    }

    private static int indexOf(int rank, int[] members) {
        int i = 0;
        while (members[i] != rank) {
            i++;
        }
        return i;
    }

    /** Returns the broadcast of panel j along virtual row r. */
    PlacedTraffic broadcast(int j, int r) {
        int[] members = rowMembers[r];
        int root = indexOf(map.grid().owner(r, map.kappa()[j]), members);
        long bytes = Panel.messageBytes(virtualRows[r], j, map.nb(), map.width(j));
        return PlacedTraffic.of(Algorithms.delivery(variant.broadcast(), sitesOfRow[r], root).of(bytes), members);
    }

    /**
     * Returns the factorization of block column j, which has an exchange for each of its columns. Among several sites the candidate at
     * another site than that of the current row wins, as in the time model.
     *
     * @param seconds seconds of arithmetic for all columns together, indexed by member of the virtual column
     */
    PlacedTraffic factorization(int j, double[] seconds) {
        int c = map.kappa()[j];
        int[] members = columnMembers[c];
        int holder = indexOf(map.grid().owner(map.rho()[j], c), members);
        long payload = (long) DOUBLE_BYTES * map.nb();
        Traffic exchange = sitesOfColumn[c].one()
                ? Algorithms.of(Collective.PIVOT_EXCHANGE).getFirst().traffic(members.length, payload, holder)
                : Algorithms.hierarchicalPivots(sitesOfColumn[c], payload, holder, elsewhere(sitesOfColumn[c], holder));
        return PlacedTraffic.of(new Pivots(exchange, map.width(j), seconds), members);
    }

    /** Returns the first rank at another site than this rank's. */
    private static int elsewhere(Sites sites, int rank) {
        int other = 0;
        while (sites.together(rank, other)) {
            other++;
        }
        return other;
    }

    /** Returns the swap of the rows of some columns of virtual column c as panel k has them change places. */
    PlacedTraffic swap(int k, int c, int columns) {
        int[] members = columnMembers[c];
        SwapAlgorithm taken = variant.swap().taken(columns, variant.swapThreshold());
        // as many rows as there are ranks, each standing for an equal part of the panel's rows
        long rowBytes = Math.round((double) DOUBLE_BYTES * columns * map.width(k) / members.length);
        long[] leaving = new long[members.length];
        leaving[indexOf(map.grid().owner(map.rho()[k], c), members)] = members.length;
        Traffic traffic = RowSwapTraffic.expected(taken, sitesOfColumn[c], members.length, leaving, rowBytes);
        double copying = (2.0 * (members.length - 1)) * rowBytes * swapPerByte[c];
        return PlacedTraffic.of(copying == 0 ? traffic : new Copying(traffic, copying / traffic.stages()), members);
    }

    /** Returns the parts in which columns of virtual column c are swapped. */
    SwapParts parts(int c) {
        return columnMembers[c].length == 1 ? SwapParts.ONE : parts;
    }
}
