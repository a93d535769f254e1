package hplhetero.hpl.model.network;

import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A generator of orders of ranks that put near ones together, and of grids on which both rows and columns stay near: tiles of a grid on
 * switches, and sides of a grid along dimensions of a torus. Immutable.
 */
public final class RankOrders {
    /** Number of a torus' dimensions up to which grids are laid along all orders of them; with more, along them in turn only. */
    private static final int MOST_PERMUTED_DIMENSIONS = 3;

    private final Placement placement;
    private final double[] speed;
    /** Groups of ranks, each within the next: hosts, leaves, what is above. Each array has the number of the group, indexed by rank. */
    private final List<int[]> groups = new ArrayList<>();

    /**
     * Creates the orders for ranks on a fabric.
     *
     * @param placement where each rank of the world sits
     * @param speed     speed of each rank of the world, indexed by rank
     */
    public RankOrders(Placement placement, double[] speed) {
        this.placement = placement;
        this.speed = speed.clone();
        groups.add(Locality.HOST.groups(placement));
        if (placement.fabric() instanceof FatTree tree) {
            int below = 1;
            for (FatTree.Level level : tree.levels()) {
                below *= level.children();
                int children = below;
                groups.add(IntStream.range(0, placement.ranks()).map(rank -> placement.nodeOf(rank) / children).toArray());
            }
        } else {
            groups.add(byHost(Locality.SWITCH.groups(placement)));
            groups.add(byHost(Locality.GROUP.groups(placement)));
        }
        groups.removeIf(group -> IntStream.of(group).distinct().count() == 1);
    }

    /** Returns groups of ranks in which all ranks of a host are in the group of the first of them, also those on other rails. */
    private int[] byHost(int[] groupOf) {
        int[] hosts = Locality.HOST.groups(placement);
        int[] groupOfHost = new int[hosts.length];
        for (int rank = hosts.length - 1; rank >= 0; rank--) {
            groupOfHost[hosts[rank]] = groupOf[rank];
        }
        return Arrays.stream(hosts).map(host -> groupOfHost[host]).toArray();
    }

    /**
     * Returns ways to part the ranks into groups by place: by host; then, on a fat tree, by the switch above them at each level, leaf
     * switches first, and on any other fabric by the switch that hosts are linked to, on a
     * dragonfly or HyperX also by group. So each group of a way
     * lies within one of the next way. A way that puts all ranks into one group is left out. Each array has the number of each rank's
     * group, from 0, not every number in use, indexed by rank of the world.
     */
    public List<int[]> groups() {
        return List.copyOf(groups);
    }

    /**
     * Returns the orders of some ranks that have plain names: ascending ({@code as listed}), by leaf switch, by line of nodes along the
     * first dimension of a torus, by group of a dragonfly or row of a HyperX, by host, and by speed, the fastest first. Ranks that are
     * alike in this stand in ascending order. Of equal orders only the first is returned.
     *
     * @param ranks world ranks to put in order
     */
    public List<RankOrder> named(Collection<Integer> ranks) {
        List<Integer> listed = ranks.stream().sorted().toList();
        Map<List<Integer>, RankOrder> orders = new LinkedHashMap<>();
        add(orders, "as listed", listed, Comparator.naturalOrder());
        add(orders, "by leaf", listed, by(Locality.SWITCH.groups(placement)));
        add(orders, "by torus line", listed, by(Locality.LINE.groups(placement)));
        add(orders, "by group", listed, by(Locality.GROUP.groups(placement)));
        add(orders, "by host", listed, by(Locality.HOST.groups(placement)));
        add(orders, "by speed", listed, bySpeed());
        return List.copyOf(orders.values());
    }

    /**
     * Returns all orders of some ranks that are worth trying: those of {@link #named}; by number of the node; by host or switch, and within
     * it by speed; hosts or switches by their mean speed; by speed, then node; and on a torus along its dimensions, one after the other. Of
     * equal orders only the first is returned.
     *
     * @param ranks world ranks to put in order
     */
    public List<RankOrder> all(Collection<Integer> ranks) {
        List<Integer> listed = ranks.stream().sorted().toList();
        Map<List<Integer>, RankOrder> orders = new LinkedHashMap<>();
        named(ranks).forEach(order -> orders.put(order.ranks(), order));
        add(orders, "by node", listed, byPlace(node -> node));
        for (int[] group : groups) {
            add(orders, "by group, then speed", listed, by(group).thenComparing(bySpeed()));
            double[] mean = means(group);
            add(orders, "by groups' speed", listed, Comparator.comparingDouble((Integer rank) -> -mean[group[rank]])
                    .thenComparing(by(group)).thenComparing(bySpeed()));
        }
        add(orders, "by speed, then node", listed, Comparator.comparingDouble((Integer rank) -> -speed[rank])
                .thenComparing(byPlace(node -> node)));
        if (placement.fabric() instanceof Torus torus) {
            for (int[] axes : axes(torus.dimensions().size())) {
                add(orders, "along " + names(torus, axes), listed, byPlace(node -> along(torus, node, axes, false)));
                add(orders, "winding along " + names(torus, axes), listed, byPlace(node -> along(torus, node, axes, true)));
            }
        }
        return List.copyOf(orders.values());
    }

    /**
     * Returns some ranks in order of nearness to one of them: the shorter a message from {@code seed} takes, the earlier. {@code seed}
     * comes first, and ranks equally near keep the order given.
     *
     * @param seed  the rank that messages come from
     * @param ranks the ranks to put in order, {@code seed} included
     */
    public List<Integer> nearest(int seed, List<Integer> ranks) {
        int[] route = new int[Math.max(1, placement.fabric().longestRoute())];
        double[] far = new double[placement.ranks()];
        for (int rank : ranks) {
            int links = placement.route(seed, rank, route);
            double narrowest = 0;
            for (int i = 0; i < links; i++) {
                narrowest = Math.max(narrowest, 1 / placement.fabric().bandwidth(route[i]));
            }
            far[rank] = rank == seed ? -1 : links + placement.fabric().longestRoute() * narrowest;
        }
        return ranks.stream().sorted(Comparator.comparingDouble(rank -> far[rank])).toList();
    }

    private static void add(Map<List<Integer>, RankOrder> orders, String name, List<Integer> listed, Comparator<Integer> by) {
        List<Integer> sorted = listed.stream().sorted(by.thenComparing(Comparator.naturalOrder())).toList();
        orders.putIfAbsent(sorted, new RankOrder(name, sorted));
    }

    private static Comparator<Integer> by(int[] group) {
        return Comparator.comparingInt(rank -> group[rank]);
    }

    private Comparator<Integer> bySpeed() {
        return Comparator.comparingDouble(rank -> -speed[rank]);
    }

    private Comparator<Integer> byPlace(IntUnaryOperator place) {
        return Comparator.comparingInt((Integer rank) -> place.applyAsInt(placement.nodeOf(rank)))
                .thenComparing(rank -> placement.slotOf(rank));
    }

    private double[] means(int[] group) {
        double[] sums = new double[1 + IntStream.of(group).max().orElse(0)];
        int[] counts = new int[sums.length];
        for (int rank = 0; rank < group.length; rank++) {
            sums[group[rank]] += speed[rank];
            counts[group[rank]]++;
        }
        return IntStream.range(0, sums.length).mapToDouble(i -> counts[i] == 0 ? 0 : sums[i] / counts[i]).toArray();
    }

    /** Returns orders of dimensions: all orders of up to three; with more, orders in which each comes first once, counting up and down. */
    private static List<int[]> axes(int dimensions) {
        List<int[]> all = new ArrayList<>();
        if (dimensions <= MOST_PERMUTED_DIMENSIONS) {
            permute(new int[0], dimensions, all);
            return all;
        }
        for (int first = 0; first < dimensions; first++) {
            int start = first;
            all.add(IntStream.range(0, dimensions).map(i -> (start + i) % dimensions).toArray());
            all.add(IntStream.range(0, dimensions).map(i -> (start - i + dimensions) % dimensions).toArray());
        }
        return all;
    }

    private static void permute(int[] begun, int dimensions, List<int[]> all) {
        if (begun.length == dimensions) {
            all.add(begun);
        }
        for (int next = 0; next < dimensions; next++) {
            int axis = next;
            if (IntStream.of(begun).noneMatch(used -> used == axis)) {
                permute(IntStream.concat(IntStream.of(begun), IntStream.of(axis)).toArray(), dimensions, all);
            }
        }
    }

    private static String names(Torus torus, int[] axes) {
        StringBuilder names = new StringBuilder();
        for (int axis : axes) {
            names.append(torus.dimensions().get(axis).name());
        }
        return names.toString();
    }

    /** Returns a node's number when the first of the axes counts fastest; winding, each line begins where the one before ends. */
    private static int along(Torus torus, int node, int[] axes, boolean winding) {
        int number = 0;
        for (int i = axes.length - 1; i >= 0; i--) {
            int length = torus.dimensions().get(axes[i]).length();
            int at = torus.coordinate(node, axes[i]);
            number = number * length + (winding && number % 2 == 1 ? length - 1 - at : at);
        }
        return number;
    }

    /**
     * Returns P x Q grids of some ranks that are worth trying. First each order of {@link #all}, laid row after row and column after
     * column, as netlib numbers ranks. Then grids cut into equal rectangles, each of which holds the ranks of one host or below one switch.
     * Last, where the ranks fill a torus with one on each node, grids with one side along the first of its dimensions and the other along
     * the rest.
     *
     * @param ranks the p x q world ranks of the grids
     * @param p     number of rows of each grid
     * @param q     number of columns of each grid
     * @return name for people of each grid, by the grid: p rows of q world ranks; in the order above
     */
    public Map<List<List<Integer>>, String> grids(Collection<Integer> ranks, int p, int q) {
        Map<List<List<Integer>>, String> grids = new LinkedHashMap<>();
        for (RankOrder order : all(ranks)) {
            grids.putIfAbsent(order.byRows(p, q), order.name() + ", row-major");
            grids.putIfAbsent(order.byColumns(p, q), order.name() + ", column-major");
        }
        tiles(ranks, p, q, grids);
        if (placement.fabric() instanceof Torus torus && ranks.size() == torus.nodes()
                && ranks.stream().map(placement::nodeOf).distinct().count() == torus.nodes()) {
            sides(torus, ranks, p, q, grids);
        }
        return grids;
    }

    /**
     * Adds grids with a rectangle for each group of ranks, where all groups have equally many ranks; also with rectangles of rectangles for
     * groups of groups.
     */
    private void tiles(Collection<Integer> ranks, int p, int q, Map<List<List<Integer>>, String> grids) {
        List<Integer> sizes = new ArrayList<>();
        Comparator<Integer> order = Comparator.comparingInt(rank -> 0);
        for (int[] group : groups) {
            Map<Integer, Long> counts = new LinkedHashMap<>();
            ranks.forEach(rank -> counts.merge(group[rank], 1L, Long::sum));
            int size = counts.values().iterator().next().intValue();
            if (counts.values().stream().allMatch(count -> count == size) && size > 1 && size < ranks.size()
                    && size > (sizes.isEmpty() ? 1 : sizes.getLast())) {
                sizes.add(size);
                order = by(group).thenComparing(order);
            }
        }
        List<Integer> sorted = ranks.stream().sorted(order.thenComparing(bySpeed()).thenComparing(Comparator.naturalOrder())).toList();
        tiles(sizes, 0, new int[] {1, 1}, new ArrayList<>(), sorted, p, q, grids);
    }

    private static void tiles(List<Integer> sizes, int level, int[] inner, List<int[]> chosen, List<Integer> sorted, int p, int q,
            Map<List<List<Integer>>, String> grids) {
        if (level == sizes.size()) {
            if (!chosen.isEmpty()) {
                String name = "tiles " + String.join(" in ", chosen.stream().map(tile -> tile[0] + " x " + tile[1]).toList());
                grids.putIfAbsent(tiled(sorted, chosen, p, q, true), name + " by rows");
                grids.putIfAbsent(tiled(sorted, chosen, p, q, false), name + " by columns");
            }
            return;
        }
        int size = sizes.get(level);
        for (int rows = inner[0]; rows <= Math.min(p, size); rows += inner[0]) {
            int columns = size / rows;
            if (size % rows == 0 && columns % inner[1] == 0 && p % rows == 0 && q % columns == 0) {
                List<int[]> more = new ArrayList<>(chosen);
                more.add(new int[] {rows, columns});
                tiles(sizes, level + 1, more.getLast(), more, sorted, p, q, grids);
            }
        }
        if (level > 0) {
            tiles(sizes, sizes.size(), inner, chosen, sorted, p, q, grids);
        }
    }

    private static List<List<Integer>> tiled(List<Integer> sorted, List<int[]> tiles, int p, int q, boolean byRows) {
        Integer[][] grid = new Integer[p][q];
        for (int i = 0; i < sorted.size(); i++) {
            int row = 0;
            int column = 0;
            int left = i;
            int[] outer = {p, q};
            for (int level = tiles.size(); level > 0; level--) {
                int[] tile = tiles.get(level - 1);
                int number = left / (tile[0] * tile[1]);
                left %= tile[0] * tile[1];
                row += tile[0] * (byRows ? number / (outer[1] / tile[1]) : number % (outer[0] / tile[0]));
                column += tile[1] * (byRows ? number % (outer[1] / tile[1]) : number / (outer[0] / tile[0]));
                outer = tile;
            }
            row += byRows ? left / outer[1] : left % outer[0];
            column += byRows ? left % outer[1] : left / outer[0];
            grid[row][column] = sorted.get(i);
        }
        return IntStream.range(0, p).mapToObj(r -> List.of(grid[r])).toList();
    }

    /** Adds grids with one side along the first of the torus' dimensions and the other side along the rest; each of the two winds. */
    private void sides(Torus torus, Collection<Integer> ranks, int p, int q, Map<List<List<Integer>>, String> grids) {
        int[] rankOf = new int[torus.nodes()];
        ranks.forEach(rank -> rankOf[placement.nodeOf(rank)] = rank);
        for (int[] axes : axes(torus.dimensions().size())) {
            side(torus, axes, q).ifPresent(split -> grids.putIfAbsent(laid(torus, axes, split, p, q, true, rankOf),
                    "rows winding along " + names(torus, axes)));
            side(torus, axes, p).ifPresent(split -> grids.putIfAbsent(laid(torus, axes, split, p, q, false, rankOf),
                    "columns winding along " + names(torus, axes)));
        }
    }

    /**
     * The dimensions that one side of a grid takes.
     *
     * @param whole number of dimensions that the side has whole
     * @param part  nodes that the side has of the next dimension; 1: none
     */
    private record Split(int whole, int part) {
    }

    private static Optional<Split> side(Torus torus, int[] axes, int length) {
        int left = length;
        for (int i = 0; i < axes.length; i++) {
            int nodes = torus.dimensions().get(axes[i]).length();
            if (left < nodes || left % nodes != 0) {
                return nodes % left == 0 ? Optional.of(new Split(i, left)) : Optional.empty();
            }
            left /= nodes;
        }
        return Optional.of(new Split(axes.length, 1));
    }

    private static List<List<Integer>> laid(Torus torus, int[] axes, Split split, int p, int q, boolean rows, int[] rankOf) {
        Integer[][] grid = new Integer[p][q];
        for (int node = 0; node < torus.nodes(); node++) {
            int near = 0;
            int far = 0;
            for (int i = axes.length - 1; i >= 0; i--) {
                int length = torus.dimensions().get(axes[i]).length();
                int at = torus.coordinate(node, axes[i]);
                if (i < split.whole) {
                    near = wound(near, at, length);
                } else if (i > split.whole) {
                    far = wound(far, at, length);
                } else {
                    far = wound(far, at / split.part, length / split.part);
                    near = wound(near, at % split.part, split.part);
                }
            }
            grid[rows ? far : near][rows ? near : far] = rankOf[node];
        }
        return IntStream.range(0, p).mapToObj(r -> List.of(grid[r])).toList();
    }

    private static int wound(int number, int at, int length) {
        return number * length + (number % 2 == 1 ? length - 1 - at : at);
    }
}
