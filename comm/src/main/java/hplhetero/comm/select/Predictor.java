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

/** Predicts how long an algorithm will take, before it was ever used. All ranks get the same bits. Not for use by several threads. */
@FunctionalInterface
public interface Predictor {
    /** The predictor that knows nothing, so that no algorithm is dropped for its prediction. */
    Predictor NONE = (algorithm, bytes, root) -> Double.NaN;

    /** The number of links between the two ranks of the ping-pong to which the papers fit their latency. */
    int NEIGHBOURS = 2;

    /**
     * Returns the seconds that a call is predicted to take, or NaN where this predictor cannot tell.
     *
     * @param algorithm the algorithm
     * @param bytes     the size of the call in bytes, as the algorithm's collective counts it
     * @param root      the root's rank; without effect where the collective has none
     */
    double seconds(Algorithm algorithm, long bytes, int root);

    /** Returns a predictor that prices each stage of a collective by its most loaded link, on the real routes. */
    static Predictor exact(Placement placement, NetworkCost cost) {
        Pricer pricer = new Pricer(placement);
        return (algorithm, bytes, root) -> pricer.price(cost, algorithm.traffic(placement.ranks(), bytes, root)).seconds();
    }

    /**
     * Returns a predictor that uses the papers' formulas for alltoall, without any regard to where ranks sit; NaN for other collectives.
     */
    static Predictor withoutTopology(int ranks, NetworkCost cost) {
        return table(ranks, cost, 1);
    }

    /**
     * Returns a predictor that uses the papers' formulas for alltoall and the papers' own measure of where ranks sit, as corrected:
     * effective bisection on tori, average bandwidth on fat trees of two levels. NaN for other collectives.
     *
     * @throws IllegalArgumentException on another fabric
     */
    static Predictor ofPapers(Placement placement, NetworkCost cost) {
        return table(placement.ranks(), cost, switch (placement.fabric()) {
            case Torus torus -> EffectiveBisection.of(placement).corrected();
            case FatTree tree -> 1 / AverageBandwidth.of(placement).slowdownCorrected();
            default -> throw new IllegalArgumentException("fabric=" + placement.fabric().name()
                    + ": the papers have formulas for tori and fat trees only");
        });
    }

    /**
     * Returns a predictor by the formulas of {@link AlltoallModel}, in which {@code c} is the share of the bandwidth that a message gets
     * while all ranks send.
     */
    private static Predictor table(int ranks, NetworkCost cost, double c) {
        LinkCost hockney = LinkCost.hockney(cost.network().startUp(NEIGHBOURS), cost.network().secondsPerByte());
        return (algorithm, bytes, root) -> algorithm.collective() == Collective.ALLTOALL
                ? AlltoallModel.of(algorithm.label()).seconds(ranks, bytes, hockney, c) : Double.NaN;
    }
}
