package hplhetero.hpl;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;

/** An {@link HplCase} in steps; what is not set is netlib's usual choice on one rank. */
public final class Cases {
    private final int n;
    private final int nb;
    private int p = 1;
    private int q = 1;
    private ProcessMapping mapping = ProcessMapping.ROW_MAJOR;
    private int depth = 1;
    private BroadcastAlgorithm broadcast = BroadcastAlgorithm.values()[0];
    private PanelVariant panel = new PanelVariant(Factorization.CROUT, 2, Factorization.RIGHT, 4);
    private SwapAlgorithm swap = SwapAlgorithm.MIX;
    private int swapThreshold = 64;
    private boolean equilibrate = true;
    private MapSpec map = new MapSpec.Cyclic();
    private double threshold = 16;

    private Cases(int n, int nb) {
        this.n = n;
        this.nb = nb;
    }

    public static Cases of(int n, int nb) {
        return new Cases(n, nb);
    }

    public Cases grid(int p, int q) {
        this.p = p;
        this.q = q;
        return this;
    }

    public Cases mapping(ProcessMapping mapping) {
        this.mapping = mapping;
        return this;
    }

    public Cases depth(int depth) {
        this.depth = depth;
        return this;
    }

    public Cases broadcast(BroadcastAlgorithm broadcast) {
        this.broadcast = broadcast;
        return this;
    }

    public Cases panel(PanelVariant panel) {
        this.panel = panel;
        return this;
    }

    public Cases swap(SwapAlgorithm swap, int threshold) {
        this.swap = swap;
        swapThreshold = threshold;
        return this;
    }

    public Cases equilibrate(boolean equilibrate) {
        this.equilibrate = equilibrate;
        return this;
    }

    public Cases map(MapSpec map) {
        this.map = map;
        return this;
    }

    public Cases threshold(double threshold) {
        this.threshold = threshold;
        return this;
    }

    public HplCase make() {
        return new HplCase(n, nb, p, q, mapping, depth, broadcast, panel, swap, swapThreshold, equilibrate, map, threshold);
    }

    /** Cells as on the command line: {@code "0,1/2,2"}. */
    public static MapSpec cells(String text) {
        return new MapSpec.Cells(List.of(text.split("/")).stream()
                .map(row -> List.of(row.split(",")).stream().map(Integer::valueOf).toList()).toList());
    }
}
