package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.comm.collective.frame.PipelinedForward;
import java.lang.foreign.MemorySegment;

/**
 * A broadcast that crosses to each other site once. The root's site is served by one of HPL's algorithms; the ranks of the
 * other sites form a chain behind the root ({@link Sites#beyond}), each passing the buffer on in segments. A chain, whatever the
 * algorithm: the slow link sets its pace, and nothing inside a site can be faster than that.
 *
 * <p>Both parts share a tag: within one broadcast a rank receives from one other, and no two ranks meet in both parts.
 */
final class SitedBroadcast implements Collectives.Broadcast {
    private static final int NOBODY = -1;

    private final CollectiveChannel channel;
    private final Sites sites;
    private final Collectives.Broadcast inside;
    private final int[] numberInside;
    private final PipelinedForward chain;
    /** By root: whom this rank receives from along the chain, and whom it passes on to. */
    private final int[] before;
    private final int[] after;
    private final int[] next = new int[1];
    private boolean done = true;

    /** @param inside among the ranks of this rank's site */
    SitedBroadcast(CollectiveChannel channel, Sites sites, Collectives.Broadcast inside) {
        this.channel = channel;
        this.sites = sites;
        this.inside = inside;
        this.chain = new PipelinedForward(channel);
        numberInside = new int[channel.size()];
        int[] members = sites.inside(channel.rank());
        for (int i = 0; i < members.length; i++) {
            numberInside[members[i]] = i;
        }
        before = new int[channel.size()];
        after = new int[channel.size()];
        for (int root = 0; root < channel.size(); root++) {
            findNeighbours(root, sites.beyond(root));
        }
    }

    private void findNeighbours(int root, int[] order) {
        before[root] = NOBODY;
        after[root] = NOBODY;
        for (int i = 0; i < order.length; i++) {
            if (order[i] == channel.rank()) {
                before[root] = i > 0 ? order[i - 1] : NOBODY;
                after[root] = i + 1 < order.length ? order[i + 1] : NOBODY;
            }
        }
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        channel.requireRank("root", root);
        if (!done) {
            throw InFlight.refuse(this);
        }
        done = false;
        chain.begin(buffer, before[root]);
        if (after[root] != NOBODY) {
            next[0] = after[root];
            chain.passAllOn(next);
        }
        if (before[root] != NOBODY) {
            chain.expectAll();
        } else if (after[root] != NOBODY) {
            chain.holdAll();
        }
        if (sites.together(root, channel.rank())) {
            inside.start(buffer, numberInside[root]);
        }
        poll();
    }

    @Override
    public Progress poll() {
        Progress along = chain.poll();
        Progress within = inside.poll();
        done = along == Progress.DONE && within == Progress.DONE;
        if (done) {
            return Progress.DONE;
        }
        return along == Progress.ADVANCED || within == Progress.ADVANCED ? Progress.ADVANCED : Progress.IDLE;
    }
}
