package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/** A counter of the load of one stage of any traffics, and of their latencies: asks each rank for its messages. For one thread. */
final class MessageLoads implements Traffic.Sink {
    private final Placement placement;
    private final int[] route;
    private final LinkLoads loads;
    private final Latencies latencies;
    // arrays indexed by rank of the placement: messages and bytes to and from other nodes, then messages and bytes within the node
    private final int[] sends;
    private final int[] receives;
    private final long[] into;
    private final int[] hostSends;
    private final int[] hostReceives;
    private final long[] hostOut;
    private final long[] hostInto;

    private PlacedTraffic placed;
    private int from;
    /** Bytes of the longest message that leaves before its receiver has begun the stage. */
    private long ahead;
    private int hops;
    /** Bytes of the longest message between nodes so far. */
    private long longest;
    /** Bytes of the longest message within a node so far. */
    private long hostLongest;

    MessageLoads(Placement placement, Bandwidths bandwidths, Latencies latencies) {
        this.placement = placement;
        this.latencies = latencies;
        int ranks = placement.ranks();
        route = new int[placement.fabric().longestRoute()];
        loads = new LinkLoads(bandwidths);
        sends = new int[ranks];
        receives = new int[ranks];
        into = new long[ranks];
        hostSends = new int[ranks];
        hostReceives = new int[ranks];
        hostOut = new long[ranks];
        hostInto = new long[ranks];
    }

    /**
     * Returns the load of one stage of traffics that run at the same time, and reports its messages to the latencies. Traffics that have
     * fewer stages add nothing.
     *
     * @param eagerBytes bytes of the longest message that leaves before its receive is posted
     */
    StageLoad load(List<PlacedTraffic> together, int stage, long eagerBytes) {
        clear();
        latencies.begin();
        for (PlacedTraffic one : together) {
            placed = one;
            Traffic traffic = one.traffic();
            ahead = ahead(traffic, stage, eagerBytes);
            for (int rank = 0; rank < traffic.ranks() && stage < traffic.stages(); rank++) {
                from = one.rank(rank);
                traffic.stage(stage, rank, this);
            }
        }
        return summary();
    }

    /** Returns the bytes of the longest message of a stage that leaves before its receiver has begun the stage. */
    static long ahead(Traffic traffic, int stage, long eagerBytes) {
        boolean posted = stage > 0 && stage < traffic.stages() && traffic.postsUpTo(stage - 1) >= stage;
        return posted ? Long.MAX_VALUE : eagerBytes;
    }

    private void clear() {
        loads.clear();
        hops = 0;
        longest = 0;
        hostLongest = 0;
        Arrays.fill(sends, 0);
        Arrays.fill(receives, 0);
        Arrays.fill(into, 0);
        Arrays.fill(hostSends, 0);
        Arrays.fill(hostReceives, 0);
        Arrays.fill(hostOut, 0);
        Arrays.fill(hostInto, 0);
    }

    @Override
    public void send(int peer, long bytes) {
        int to = placed.rank(peer);
        boolean within = placement.together(from, to);
        latencies.message(from, to, within, bytes > ahead);
        if (within) {
            hostSends[from]++;
            hostReceives[to]++;
            hostOut[from] += bytes;
            hostInto[to] += bytes;
            hostLongest = Math.max(hostLongest, bytes);
            return;
        }
        int links = placement.route(from, to, route);
        hops = Math.max(hops, links);
        if (bytes > 0) {
            loads.add(route, links, bytes);
        }
        sends[from]++;
        receives[to]++;
        into[to] += bytes;
        longest = Math.max(longest, bytes);
    }

    @Override
    public void receive(int source, long bytes) {
        // the sender reports each message
    }

    private StageLoad summary() {
        double crowded = 0;
        long hostBytes = 0;
        for (int rank = 0; rank < into.length; rank++) {
            if (receives[rank] > 1) {
                crowded = Math.max(crowded, into[rank] - (double) into[rank] / receives[rank]);
            }
            hostBytes = Math.max(hostBytes, Math.max(hostOut[rank], hostInto[rank]));
        }
        int worst = loads.worst();
        return new StageLoad(worst, loads.load(worst), hops, most(sends), most(receives), crowded, most(hostSends),
                most(hostReceives), hostBytes, longest, hostLongest);
    }

    private static int most(int[] counts) {
        int most = 0;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        return most;
    }
}
