package hplhetero.network.model;

import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A counter of routes on a mesh or torus that looks only at their ends. Along each dimension a route passes consecutive links of one line
 * of nodes. The counter therefore adds 1 where a route enters the line, and takes 1 off behind the place where it leaves the line. Sums
 * along all lines at once then give the messages on each link. The cost of a route does not depend on its length. Results equal those of
 * {@link LinkCounter}. For one thread.
 */
final class TorusCounter implements PatternCounter {
    private final Bandwidths bandwidths;
    private final int nodes;
    private final int[] nodeOf;
    private final int[] to;
    /** Links that each rank's message passes, indexed by rank; without interfaces. */
    private final int[] hops;
    private final Axis[] axes;
    /**
     * Messages from each node through its interface, then messages to each node; indexed by node, then by nodes + node. Empty where
     * interfaces do not limit.
     */
    private final int[] injected;
    /** Number of the first link that is an interface of a node. */
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
     * The lines of nodes along one dimension. A route takes the earlier dimensions first. Its line therefore has the earlier coordinates of
     * the node where the route ends, and the later coordinates of the node where the route begins.
     */
    private static final class Axis {
        private final int length;
        /** Difference of the numbers of two neighbours along this dimension. */
        private final int stride;
        /** Number of links in one direction along a line. */
        private final int span;
        private final int lines;
        private final int firstLink;
        /** Coordinate of each rank's node along this dimension, indexed by rank. */
        private final int[] at;
        /** Part of a line's number that follows from the node where a message begins, indexed by the sending rank. */
        private final int[] lineFrom;
        /** Part of a line's number that follows from the node where a message ends, indexed by the receiving rank. */
        private final int[] lineTo;
        /** Direction of messages over each distance, indexed by distance + length - 1: -1 where they go to lower coordinates, else 0. */
        private final int[] descends;
        /**
         * Messages over each link, indexed by position x along the lines, then by line: first the messages from x up to x + 1 on each line,
         * then the messages from x + 1 down to x on each line. Until {@link #sum}, an entry holds by how many these are more than at x - 1.
         * Each position has an array of its own, since the compiler then adds many lines at once.
         */
        private final int[][] rows;
        /** The most messages on a link of any line, indexed by position. */
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

        /** Returns the number of links in one direction, on all lines. */
        int count() {
            return lines * span;
        }

        /**
         * Adds a message of each rank to these lines, and adds the links that each message passes along this dimension to {@code hops}. The
         * loop has no branches, since no processor could predict them.
         *
         * @param to   rank that each rank sends to, indexed by rank
         * @param hops links that each rank's message passes, indexed by rank
         */
        void add(int[] to, int[] hops) {
            for (int rank = 0; rank < to.length; rank++) {
                int peer = to[rank];
                int distance = at[peer] - at[rank];
                int down = descends[distance + length - 1];
                // a message downwards passes the links that lie between the same coordinates on the way back
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

        /**
         * Sums along all lines.
         *
         * @return the most messages on a link
         */
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

        /** Returns the lowest number of a link with {@code count} messages. There must be such a link. */
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
         * Sets the bytes on each link of this dimension where each rank sends one byte to each other rank. All ranks whose coordinates
         * agree from this dimension on send alike, and all ranks whose coordinates agree up to this dimension receive alike. For 1,024
         * ranks on a torus 24x24x24 these are some 500 x 500 pairs.
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
