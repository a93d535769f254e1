package hplhetero.hpl.lu;

import hplhetero.comm.Activity;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.PacedSends;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.panel.Panel;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The communicators of a rank: one for each virtual row and each virtual column in which it owns cells together with other ranks. */
public final class GridCommunicators {
    private final LocalLayout layout;
    private final int[] siteOf;
    private final Activity activity;
    /** Communicators of virtual rows, indexed by virtual row; null where the row has one owner, or this rank owns no cell of it. */
    private final Communicator[] rows;
    /**
     * Communicators of virtual columns, indexed by virtual column; null where the column has one owner, or this rank owns no cell of it.
     */
    private final Communicator[] columns;

    /**
     * Makes the communicators of this rank. Collective over {@code ranks}.
     *
     * @param ranks  all ranks of the case, numbered as in the map
     * @param layout which cells this rank owns
     * @param siteOf site of each rank of {@code ranks}, equal on all of them: a panel, and each row of U, crosses to each other site once;
     *               where pivots cross too, long messages go in segments
     */
    public GridCommunicators(Communicator ranks, LocalLayout layout, int[] siteOf) {
        this.layout = layout;
        this.siteOf = siteOf.clone();
        activity = ranks.activity();
        VirtualGrid grid = layout.map().grid();
        Optional<PacedSends> sends = partColumns(grid, siteOf) ? Optional.of(new PacedSends()) : Optional.empty();
        rows = new Communicator[grid.rows()];
        for (int r = 0; r < rows.length; r++) {
            rows[r] = group(ranks, LocalLayout.rowMembers(grid, r), sends);
        }
        columns = new Communicator[grid.cols()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = group(ranks, LocalLayout.columnMembers(grid, c), sends);
        }
    }

    /**
     * Returns whether in some row of the grid the owners of the cells sit at more than one site, so that panels cross between sites. A site
     * is a group of hosts behind one shared, slower link.
     *
     * @param grid   grid of cells, each owned by a rank
     * @param siteOf number of the site of each rank, indexed by rank
     */
    public static boolean crossSites(VirtualGrid grid, int[] siteOf) {
        return IntStream.range(0, grid.rows()).anyMatch(r -> !sites(LocalLayout.rowMembers(grid, r), siteOf).one());
    }

    /**
     * Returns whether in some column of the grid the owners of the cells sit at more than one site, so that pivots and swapped rows cross
     * between sites. A site is a group of hosts behind one shared, slower link.
     *
     * @param grid   grid of cells, each owned by a rank
     * @param siteOf number of the site of each rank, indexed by rank
     */
    public static boolean partColumns(VirtualGrid grid, int[] siteOf) {
        return IntStream.range(0, grid.cols()).anyMatch(c -> !sites(LocalLayout.columnMembers(grid, c), siteOf).one());
    }

    private Communicator group(Communicator ranks, int[] members, Optional<PacedSends> sends) {
        int position = indexOf(members, ranks.rank());
        if (members.length == 1) {
            return null;
        }
        Communicator group = ranks.split(position < 0 ? Communicator.NO_COLOR : 0, Math.max(0, position));
        return group == null || sends.isEmpty() ? group : sends.get().pace(group, sites(members, siteOf));
    }

    /** Returns the record of what the rank is doing. */
    Activity activity() {
        return activity;
    }

    /** Frees all communicators. Collective over the ranks they were made of. */
    void free() {
        for (Communicator[] all : List.of(rows, columns)) {
            for (Communicator one : all) {
                if (one != null) {
                    one.free();
                }
            }
        }
    }

    private static int indexOf(int[] members, int rank) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the communicator of virtual column {@code c}; null when the column has one owner. */
    Communicator column(int c) {
        return columns[c];
    }

    /** Returns the sites of the ranks in the communicator of virtual column {@code c}. */
    Sites columnSites(int c) {
        return sites(LocalLayout.columnMembers(layout.map().grid(), c), siteOf);
    }

    /** Returns the owner of each block row in virtual column {@code c}, as a rank of the column's communicator, indexed by block row. */
    int[] rankOfRow(int c) {
        int[] members = LocalLayout.columnMembers(layout.map().grid(), c);
        int[] ranks = new int[layout.map().panels()];
        for (int k = 0; k < ranks.length; k++) {
            ranks[k] = indexOf(members, layout.map().grid().owner(layout.map().rho()[k], c));
        }
        return ranks;
    }

    /**
     * Returns what a slot of the panel ring needs to broadcast along each virtual row of this rank. The slot's broadcasts by several
     * algorithms have one tag: a rank begins with a slot's next panel only when it has done with the last one, and messages between two
     * ranks are matched in order.
     *
     * @param algorithms the algorithms by which panels may be broadcast
     * @param slot       number of the slot
     */
    List<Panel.RowLink> rowLinks(Collection<BroadcastAlgorithm> algorithms, int slot) {
        VirtualGrid grid = layout.map().grid();
        List<Panel.RowLink> links = new ArrayList<>();
        for (int r = 0; r < rows.length; r++) {
            if (!layout.inRow(r)) {
                continue;
            }
            int[] members = LocalLayout.rowMembers(grid, r);
            int[] root = new int[grid.cols()];
            for (int c = 0; c < root.length; c++) {
                root[c] = indexOf(members, grid.owner(r, c));
            }
            links.add(new Panel.RowLink(r, root, rows[r] == null ? null
                    : broadcasts(CollectiveAlgorithms.of(rows[r], sites(members, siteOf)), algorithms, Tags.BROADCAST + slot)));
        }
        return links;
    }

    private static Collectives.Broadcast[] broadcasts(Collectives row, Collection<BroadcastAlgorithm> algorithms, int tag) {
        Collectives.Broadcast[] broadcasts = new Collectives.Broadcast[BroadcastAlgorithm.values().length];
        algorithms.forEach(algorithm -> broadcasts[algorithm.ordinal()] = row.broadcast(algorithm, tag));
        return broadcasts;
    }

    private static Sites sites(int[] members, int[] siteOf) {
        return Sites.of(IntStream.of(members).map(rank -> siteOf[rank]).toArray());
    }
}
