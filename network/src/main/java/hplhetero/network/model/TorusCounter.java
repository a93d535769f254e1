package hplhetero.network.model;

import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Counts routes of a mesh or torus by their ends: along each dimension a route passes consecutive links of one line of nodes, so it
 * adds 1 where it enters that line and takes 1 off behind where it leaves it. Sums along all lines at once then give the messages on
 * each link. A route costs as much however long it is. It gives what {@link LinkCounter} gives. One thread.
 */
final class TorusCounter implements PatternCounter {
    private final Bandwidths bandwidths;
    private final int nodes;
    private final int[] nodeOf;
    private final int[] to;
    /** Of each rank: links that its message passes. */
    private final int[] hops;
    private final Axis[] axes;
    /** Messages from each node's interfaces, then to them; empty where these do not limit. */
    private final int[] injected;
    /** The link of the first of these. */
    private final int injection;
    private int farthest;
    private int nearest = Integer.MAX_VALUE;

    TorusCounter(Placement placement, Torus torus, Bandwidths bandwidths) {
        this.bandwidths = bandwidths;
        nodes = torus.nodes();
        nodeOf = new int[placement.ranks()];
        Arrays.setAll(nodeOf, placement::nodeOf);
        to = new int[nodeOf.length];
        hops = new int[nodeOf.length];
        axes = new Axis[torus.dimensions().size()];
        int stride = 1;
        int link = 0;
        for (int d = 0; d < axes.length; d++) {
            Dimension dimension = torus.dimensions().get(d);
            axes[d] = new Axis(dimension, stride, nodes / dimension.length(), link, nodeOf);
            stride *= dimension.length();
            link += 2 * axes[d].count();
        }
        injection = link;
        injected = new int[torus.links() - injection];
    }

    @Override
    public Busiest count(Symmetry symmetry, int peer) {
        PatternCounter.peers(symmetry, peer, to);
        Arrays.fill(hops, 0);
        int most = 0;
        Axis busiest = axes[0];
        for (Axis axis : axes) {
            axis.add(to, hops);
            int here = axis.sum();
            if (here > most) {
                most = here;
                busiest = axis;
            }
        }
        int link = most == 0 ? StageLoad.NO_LINK : busiest.first(most);
        for (Axis axis : axes) {
            axis.clear();
        }
        double load = most == 0 ? 0 : bandwidths.load(link, most);
        if (injected.length > 0) {
            inject();
            int node = busiestInjection();
            double there = bandwidths.load(injection + node, injected[node]);
            link = there > load ? injection + node : link;
            load = Math.max(load, there);
        }
        int longest = 0;
        int shortest = Integer.MAX_VALUE;
        for (int each : hops) {
            longest = Math.max(longest, each);
            shortest = Math.min(shortest, each);
        }
        if (symmetry == Symmetry.SHIFT) {
            farthest = Math.max(farthest, longest);
            nearest = Math.min(nearest, shortest);
        }
        return new Busiest(link, load, withInterfaces(longest), withInterfaces(shortest));
    }

    private int withInterfaces(int links) {
        return links == 0 || injected.length == 0 ? links : links + 2;
    }

    private void inject() {
        Arrays.fill(injected, 0);
        for (int rank = 0; rank < to.length; rank++) {
            int from = nodeOf[rank];
            int there = nodeOf[to[rank]];
            if (from != there) {
                injected[from]++;
                injected[nodes + there]++;
            }
        }
    }

    private int busiestInjection() {
        int busiest = 0;
        for (int i = 1; i < injected.length; i++) {
            busiest = injected[i] > injected[busiest] ? i : busiest;
        }
        return busiest;
    }

    @Override
    public Busiest exchange() {
        long[] bytes = new long[bandwidths.links()];
        for (Axis axis : axes) {
            axis.exchange(nodeOf, bytes);
        }
        if (injected.length > 0) {
            int[] ranksAt = new int[nodes];
            for (int node : nodeOf) {
                ranksAt[node]++;
            }
            for (int node = 0; node < nodes; node++) {
                long away = (long) ranksAt[node] * (nodeOf.length - ranksAt[node]);
                bytes[injection + node] = away;
                bytes[injection + nodes + node] = away;
            }
        }
        int worst = bandwidths.worst(bytes);
        return new Busiest(worst, worst == StageLoad.NO_LINK ? 0 : bandwidths.load(worst, bytes[worst]),
                withInterfaces(farthest), withInterfaces(nearest));
    }

    /**
     * The lines of nodes along a dimension. A route takes the earlier dimensions first: its line has the earlier coordinates of the
     * node where it ends, and the later ones of the node where it begins.
     */
    private static final class Axis {
        private final int length;
        /** How far apart the numbers of neighbours are. */
        private final int stride;
        /** Links in one direction along a line. */
        private final int span;
        private final int lines;
        private final int firstLink;
        /** Of each rank: its node's coordinate, and what that adds to the line of messages from there and to there. */
        private final int[] at;
        private final int[] lineFrom;
        private final int[] lineTo;
        /** Of each distance, from 1 - length on: -1 where messages descend, else 0. */
        private final int[] descends;
        /**
         * Of each position x along the lines: of each line the messages from x up to x + 1, then of each those from x + 1 down to x;
         * until {@link #sum} how many more these are than at x - 1. Rows are apart since the compiler then adds many lines at once.
         */
        private final int[][] rows;
        /** Of each position: the most on one line. */
        private final int[] most;

        Axis(Dimension dimension, int stride, int lines, int firstLink, int[] nodeOf) {
            this.stride = stride;
            this.lines = lines;
            this.firstLink = firstLink;
            length = dimension.length();
            span = dimension.span();
            at = Arrays.stream(nodeOf).map(node -> node / stride % length).toArray();
            lineFrom = Arrays.stream(nodeOf).map(node -> node / (stride * length) * stride).toArray();
            lineTo = Arrays.stream(nodeOf).map(node -> node % stride).toArray();
            descends = new int[2 * length - 1];
            for (int i = 0; i < descends.length; i++) {
                int distance = i + 1 - length;
                boolean down = dimension.closes() ? 2 * Math.floorMod(distance, length) > length : distance < 0;
                descends[i] = down ? -1 : 0;
            }
            rows = new int[length][2 * lines];
            most = new int[length];
        }

        /** Links in one direction. */
        int count() {
            return lines * span;
        }

        /**
         * Adds a message of each rank, and to {@code hops} the links that it passes along here. Without branches, which nobody could
         * predict.
         */
        void add(int[] to, int[] hops) {
            for (int rank = 0; rank < to.length; rank++) {
                int peer = to[rank];
                int distance = at[peer] - at[rank];
                int down = descends[distance + length - 1];
                // downwards the same links lie between the same coordinates as on the way back
                int back = distance & down;
                int first = at[rank] + back;
                int behind = at[peer] - back;
                int wraps = behind - first >> 31;
                int line = lineFrom[rank] + lineTo[peer] + (lines & down);
                rows[first][line]++;
                rows[behind][line]--;
                rows[0][line] -= wraps;
                hops[rank] += behind - first + (length & wraps);
            }
        }

        /** @return the most messages on a link */
        int sum() {
            int all = 0;
            int[] before = null;
            for (int x = 0; x < span; x++) {
                most[x] = before == null ? most(rows[x]) : accumulate(rows[x], before);
                all = Math.max(all, most[x]);
                before = rows[x];
            }
            return all;
        }

        private static int most(int[] row) {
            int most = 0;
            for (int count : row) {
                most = Math.max(most, count);
            }
            return most;
        }

        private static int accumulate(int[] row, int[] before) {
            int most = 0;
            for (int i = 0; i < row.length; i++) {
                int count = row[i] + before[i];
                row[i] = count;
                most = Math.max(most, count);
            }
            return most;
        }

        /** The lowest number of a link with so many messages, of which there is one. */
        int first(int count) {
            int up = first(count, 0);
            return up == Integer.MAX_VALUE ? first(count, 1) : up;
        }

        private int first(int count, int direction) {
            int first = Integer.MAX_VALUE;
            for (int x = 0; x < span; x++) {
                if (most[x] == count) {
                    int line = 0;
                    while (line < lines && rows[x][direction * lines + line] != count) {
                        line++;
                    }
                    first = line == lines ? first : Math.min(first, link(direction, x, line));
                }
            }
            return first;
        }

        private int link(int direction, int x, int line) {
            return firstLink + direction * count() + line % stride + (line / stride * span + x) * stride;
        }

        void clear() {
            for (int[] row : rows) {
                Arrays.fill(row, 0);
            }
        }

        /**
         * Sets the bytes on each link where each rank sends one to each other. All ranks with the same coordinates from here on send
         * alike, and all with the same ones up to here receive alike: for 1,024 on a torus 24x24x24 some 500 x 500 pairs.
         */
        void exchange(int[] nodeOf, long[] bytes) {
            int[] senders = new int[lines * length / stride];
            int[] receivers = new int[stride * length];
            for (int node : nodeOf) {
                senders[node / stride]++;
                receivers[node % (stride * length)]++;
            }
            long[][] sums = new long[length][2 * lines];
            int[] occupied = IntStream.range(0, receivers.length).filter(there -> receivers[there] > 0).toArray();
            for (int from = 0; from < senders.length; from++) {
                for (int i = 0; i < occupied.length && senders[from] > 0; i++) {
                    int there = occupied[i];
                    add(from % length, there / stride, from / length * stride + there % stride, (long) senders[from] * receivers[there],
                            sums);
                }
            }
            for (int line = 0; line < 2 * lines; line++) {
                long sum = 0;
                for (int x = 0; x < span; x++) {
                    sum += sums[x][line];
                    bytes[link(line / lines, x, line % lines)] = sum;
                }
            }
        }

        private void add(int from, int there, int line, long messages, long[][] sums) {
            int down = descends[there - from + length - 1];
            int first = down == 0 ? from : there;
            int behind = down == 0 ? there : from;
            int in = line + (lines & down);
            sums[first][in] += messages;
            sums[behind][in] -= messages;
            sums[0][in] += first > behind ? messages : 0;
        }
    }
}
