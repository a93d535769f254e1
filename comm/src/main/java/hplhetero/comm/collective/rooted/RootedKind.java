package hplhetero.comm.collective.rooted;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.List;

/** How pieces come together on one rank, or go from one to each. Pieces without bytes cost no message. */
public enum RootedKind implements Algorithm {
    LINEAR_GATHER(Way.TO_ROOT, RootedShape.LINEAR),
    BINOMIAL_GATHER(Way.TO_ROOT, RootedShape.BINOMIAL),
    LINEAR_SCATTER(Way.FROM_ROOT, RootedShape.LINEAR),
    BINOMIAL_SCATTER(Way.FROM_ROOT, RootedShape.BINOMIAL);

    private final Way way;
    private final RootedShape shape;

    RootedKind(Way way, RootedShape shape) {
        this.way = way;
        this.shape = shape;
    }

    /** Those of a gather or scatter. */
    public static List<RootedKind> of(Collective collective) {
        return Arrays.stream(values()).filter(kind -> kind.collective() == collective).toList();
    }

    @Override
    public Collective collective() {
        return way == Way.TO_ROOT ? Collective.GATHER : Collective.SCATTER;
    }

    @Override
    public String label() {
        return shape.label();
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return RootedTraffic.of(way, shape, ranks, root, PieceLayout.equal(bytes));
    }

    /** Of pieces of any size. */
    public Traffic traffic(long[] lengths, int root) {
        return RootedTraffic.of(way, shape, lengths.length, root, PieceLayout.from(root, lengths));
    }

    /** The gather of pieces of one size. */
    public static Collectives.Gather gather(CollectiveChannel channel) {
        return new TreeGather(channel, RootedShape.LINEAR);
    }

    /** Of pieces of any size. */
    public Collectives.Gatherv gatherv(CollectiveChannel channel) {
        return new TreeGather(channel, shape);
    }

    /** Of pieces of any size. */
    public Collectives.Scatterv scatterv(CollectiveChannel channel) {
        return new TreeScatter(channel, shape);
    }
}
