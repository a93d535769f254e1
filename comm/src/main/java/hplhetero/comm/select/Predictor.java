package hplhetero.comm.select;

import hplhetero.network.model.AlltoallModel;
import hplhetero.network.model.AverageBandwidth;
import hplhetero.network.model.EffectiveBisection;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;

/** What an algorithm will take, before it was ever used. All ranks get the same bits. Not for several threads. */
@FunctionalInterface
public interface Predictor {
    /** Knows nothing, so that nothing is dropped. */
    Predictor NONE = (algorithm, bytes, root) -> Double.NaN;

    /** Links of the ping-pong that the papers fit their latency to. */
    int NEIGHBOURS = 2;

    /**
     * Seconds, or NaN where it cannot tell.
     *
     * @param bytes as the algorithm's collective means them
     * @param root  among the ranks; without effect where the collective has none
     */
    double seconds(Algorithm algorithm, long bytes, int root);

    /** The most loaded link of each stage, on the real routes. */
    static Predictor exact(Placement placement, NetworkCost cost) {
        Pricer pricer = new Pricer(placement);
        return (algorithm, bytes, root) -> pricer.price(cost, algorithm.traffic(placement.ranks(), bytes, root)).seconds();
    }

    /** The papers' table of alltoall, without any regard to where ranks sit; NaN for other collectives. */
    static Predictor withoutTopology(int ranks, NetworkCost cost) {
        return table(ranks, cost, 1);
    }

    /**
     * The papers' table of alltoall with their own reading of where ranks sit, as corrected: effective bisection on tori, average
     * bandwidth on fat trees of two levels. NaN for other collectives.
     *
     * @throws IllegalArgumentException on another fabric
     */
    static Predictor ofPapers(Placement placement, NetworkCost cost) {
        return table(placement.ranks(), cost, switch (placement.fabric()) {
            case Torus torus -> EffectiveBisection.of(placement).corrected();
            case FatTree tree -> 1 / AverageBandwidth.of(placement).slowdownCorrected();
            default -> throw new IllegalArgumentException("fabric=" + placement.fabric().name()
                    + ": the papers are about tori and fat trees");
        });
    }

    private static Predictor table(int ranks, NetworkCost cost, double c) {
        LinkCost hockney = LinkCost.hockney(cost.network().startUp(NEIGHBOURS), cost.network().secondsPerByte());
        return (algorithm, bytes, root) -> algorithm.collective() == Collective.ALLTOALL
                ? AlltoallModel.of(algorithm.label()).seconds(ranks, bytes, hockney, c) : Double.NaN;
    }
}
