package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Sites;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;

/**
 * A broadcast in the root's site, and the chain behind the root that serves the others at the same time.
 *
 * @param inside  of all ranks, of which only those of the root's site send and receive
 * @param chain   {@link Sites#beyond}
 * @param inChain the place of each rank along it, or -1
 */
record SitedTraffic(Traffic inside, int[] chain, int[] inChain, Segments segments, long bytes) implements Traffic {

    static SitedTraffic of(Sites sites, int root, Traffic inside, long bytes) {
        int[] chain = sites.beyond(root);
        int[] inChain = new int[sites.size()];
        Arrays.fill(inChain, -1);
        for (int i = 0; i < chain.length; i++) {
            inChain[chain[i]] = i;
        }
        return new SitedTraffic(inside, chain, inChain, Segments.OF_PANELS, bytes);
    }

    @Override
    public String name() {
        return inside.name() + " by sites";
    }

    @Override
    public int ranks() {
        return inChain.length;
    }

    @Override
    public int stages() {
        return Math.max(inside.stages(), bytes == 0 || chain.length == 1 ? 0 : chain.length - 1 + segments.count(bytes) - 1);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int place = inChain[rank];
        int segment = stage - place;
        if (place > 0 && holds(segment + 1)) {
            sink.receive(chain[place - 1], segments.length(bytes, segment + 1));
        }
        if (place >= 0 && place + 1 < chain.length && holds(segment)) {
            sink.send(chain[place + 1], segments.length(bytes, segment));
        }
        if (stage < inside.stages()) {
            inside.stage(stage, rank, sink);
        }
    }

    private boolean holds(int segment) {
        return segment >= 0 && segment < segments.count(bytes);
    }
}
