package hplhetero.hpl.model;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.network.FabricCosts;
import hplhetero.hpl.model.network.GridLoads;
import hplhetero.hpl.problem.Slowdown;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The ranks of one map with their coefficients and links: what the replay of a run reads in its loops. Ranks are numbered 0, 1, ... as they
 * first appear in the map; these numbers are called members.
 */
public final class ModelInputs {
    /**
     * Share of a rank's variation by which the mean of its repeats is above their median. Whatever disturbs a rank delays it, so the mean,
     * which a run of many steps feels, is above the median, which was measured (docs/decisions/0011).
     */
    private static final double DELAY_PER_VARIATION = 0.18;

    private static final PairCost NONE = new PairCost(0, 0);

    final Cluster cluster;
    final BlockMap map;
    final RunMessages messages;
    /** Slowdowns that change while the run goes on, indexed by rank of the world; empty where none does. */
    private final List<Slowdown> slowdowns;
    /** World rank of each member, indexed by member. */
    final int[] rank;
    /** Mean cost of an update on each member, indexed by member: the measured cost times {@link #delay}. */
    final UpdateCost[] update;
    final PanelCost[] panel;
    /** Mean cost of an update of columns that a member's device does not hold, indexed by member; null where all are held. */
    final UpdateCost[] streamed;
    /** Number of a member's columns that its device holds, the last ones, indexed by member; infinite where it holds all. */
    final double[] heldColumns;
    final int[] workers;
    /** Variation of each member's repeated updates, indexed by member: (slowest - fastest) / median. */
    final double[] variation;
    final int[] site;
    final int sites;
    /** Member that owns cell (r, c) of the virtual grid, at index r * columns + c. */
    final int[] owner;
    final int[][] rowMembers;
    final int[][] columnMembers;
    private final PairCost[] byClass = new PairCost[PairClass.values().length];
    private final int[] host;
    /** Loads of the fabric's links; null where routes are not known. */
    private final GridLoads loads;
    private final int[] route;

    /**
     * Creates the inputs for a single replay, which keeps nothing for later replays.
     *
     * @param cluster the ranks and links
     * @param map     which rank owns which block
     */
    public ModelInputs(Cluster cluster, BlockMap map) {
        this(cluster, map, List.of(), new RunMessages(), FabricCosts.of(cluster));
    }

    /**
     * Creates the inputs for a replay.
     *
     * @param slowdowns slowdowns of all ranks, indexed by rank of the world; empty where no rank's speed changes
     * @param messages  messages of runs that were replayed before, which are remembered
     * @param fabric    costs of the fabric where routes are known, with what is remembered of its loads
     */
    ModelInputs(Cluster cluster, BlockMap map, List<Slowdown> slowdowns, RunMessages messages, Optional<FabricCosts> fabric) {
        this.cluster = cluster;
        this.slowdowns = slowdowns;
        this.map = map;
        this.messages = messages;
        int[] cells = map.grid().owners();
        rank = Arrays.stream(cells).distinct().toArray();
        int[] number = new int[cluster.size()];
        for (int i = 0; i < rank.length; i++) {
            number[rank[i]] = i;
        }
        owner = Arrays.stream(cells).map(r -> number[r]).toArray();
        update = new UpdateCost[rank.length];
        panel = new PanelCost[rank.length];
        streamed = new UpdateCost[rank.length];
        heldColumns = new double[rank.length];
        workers = new int[rank.length];
        variation = new double[rank.length];
        site = new int[rank.length];
        host = new int[rank.length];
        double delay = delay(cluster, rank);
        for (int i = 0; i < rank.length; i++) {
            RankProfile profile = cluster.ranks().get(rank[i]);
            update[i] = profile.update().times(delay);
            workers[i] = profile.workers();
            variation[i] = profile.variation();
            site[i] = cluster.network().siteOf().get(rank[i]);
            host[i] = cluster.network().hostOf().get(rank[i]);
        }
        sites = 1 + cluster.network().siteOf().stream().mapToInt(Integer::intValue).max().orElse(0);
        cluster.network().links().forEach((pair, cost) -> byClass[pair.ordinal()] = cost);
        rowMembers = new int[map.grid().rows()][];
        for (int r = 0; r < rowMembers.length; r++) {
            rowMembers[r] = renumbered(LocalLayout.rowMembers(map.grid(), r), number);
        }
        columnMembers = new int[map.grid().cols()][];
        for (int c = 0; c < columnMembers.length; c++) {
            columnMembers[c] = renumbered(LocalLayout.columnMembers(map.grid(), c), number);
        }
        int[] mostBeside = mostBeside(columnMembers, rank.length);
        for (int i = 0; i < rank.length; i++) {
            RankProfile profile = cluster.ranks().get(rank[i]);
            panel[i] = profile.panelAmong(mostBeside[i]).times(delay);
            heldColumns[i] = Double.POSITIVE_INFINITY;
            Optional<UpdateCost> cost = profile.device().flatMap(DeviceCost::streamed);
            if (cost.isPresent()) {
                streamed[i] = cost.get().times(delay);
                heldColumns[i] = heldColumns(i, profile.device().get().heldBytes());
            }
        }
        loads = fabric.map(known -> known.loads(worldRanks(rowMembers), worldRanks(columnMembers))).orElse(null);
        route = loads == null ? null : loads.scratch();
    }

    /**
     * Returns the factor, &gt;= 1, by which ranks take longer on average than their measured median, as far as repeated measurements
     * varied. One factor holds for all ranks: how much one of them varies is known too roughly to tell two of them apart.
     *
     * @param cluster the ranks, as measured
     * @param ranks   world ranks that take part
     */
    public static double delay(Cluster cluster, int[] ranks) {
        double variationOfAll = Arrays.stream(ranks).mapToDouble(r -> cluster.ranks().get(r).variation()).average().orElse(0);
        return 1 + DELAY_PER_VARIATION * variationOfAll;
    }

    /**
     * Returns, for each member, the number of members of the fullest virtual column in which that member owns cells.
     *
     * @param columns members of each virtual column
     * @param members number of members
     */
    private static int[] mostBeside(int[][] columns, int members) {
        int[] most = new int[members];
        for (int[] column : columns) {
            for (int member : column) {
                most[member] = Math.max(most[member], column.length);
            }
        }
        return most;
    }

    /** Returns how many of a member's columns have room in {@code bytes} bytes; infinite where all have. */
    private double heldColumns(int member, long bytes) {
        TrailingSizes whole = new TrailingSizes(map);
        double elements = 0;
        double columns = 0;
        for (int c = 0; c < columnMembers.length; c++) {
            double rows = 0;
            for (int r = 0; r < rowMembers.length; r++) {
                rows += owner(r, c) == member ? whole.rows(r) : 0;
            }
            elements += rows * whole.cols(c);
            columns += rows > 0 ? whole.cols(c) : 0;
        }
        return Double.BYTES * elements <= bytes ? Double.POSITIVE_INFINITY : bytes / (Double.BYTES * elements) * columns;
    }

    private static int[] renumbered(int[] ranks, int[] number) {
        return Arrays.stream(ranks).map(r -> number[r]).toArray();
    }

    private int[][] worldRanks(int[][] members) {
        return Arrays.stream(members).map(some -> Arrays.stream(some).map(m -> rank[m]).toArray()).toArray(int[][]::new);
    }

    /** Returns the slowdown of a member while the run goes on; the cluster's costs are those at its start. */
    Slowdown slowdown(int member) {
        return slowdowns.isEmpty() ? Slowdown.NONE : slowdowns.get(rank[member]);
    }

    /** Returns whether the routes of messages are known, so that it can be told which messages share a link. */
    boolean loaded() {
        return loads != null;
    }

    /** Returns the loads of the fabric's links; null unless {@link #loaded}. */
    GridLoads loads() {
        return loads;
    }

    /** Returns the number of members: ranks that own cells of the map. */
    int size() {
        return rank.length;
    }

    /** Returns the number of virtual rows of the map. */
    int rows() {
        return rowMembers.length;
    }

    /** Returns the number of virtual columns of the map. */
    int columns() {
        return columnMembers.length;
    }

    /** Returns the member that owns the cell in virtual row {@code r} and virtual column {@code c}. */
    int owner(int r, int c) {
        return owner[r * columnMembers.length + c];
    }

    /** Returns the cost of a message that is alone on its way between the members {@code a} and {@code b}. */
    PairCost link(int a, int b) {
        if (loads != null) {
            return a == b ? NONE : loads.link(rank[a], rank[b], route);
        }
        PairClass pair = site[a] != site[b] ? PairClass.OTHER_SITE : host[a] == host[b] ? PairClass.SAME_HOST : PairClass.OTHER_HOST;
        return byClass[pair.ordinal()];
    }
}
