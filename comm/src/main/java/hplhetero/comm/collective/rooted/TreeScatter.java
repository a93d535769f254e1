package hplhetero.comm.collective.rooted;

import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.Pieces;
import hplhetero.comm.collective.frame.CollectiveChannel;
import java.lang.foreign.MemorySegment;

/** Scatters pieces of any size. */
final class TreeScatter extends RootedExchange implements Collectives.Scatterv {

    TreeScatter(CollectiveChannel channel, RootedShape shape) {
        super(channel, Way.FROM_ROOT, shape);
    }

    @Override
    public void start(Pieces whole, MemorySegment piece, int root) {
        begin(whole, piece, root);
    }
}
