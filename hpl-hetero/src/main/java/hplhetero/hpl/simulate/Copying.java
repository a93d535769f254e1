package hplhetero.hpl.simulate;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.WorkingTraffic;

/**
 * A row swap, with the time in which a rank's thread copies for it.
 *
 * @param swap    the messages of the swap
 * @param seconds seconds of each rank's thread before each stage
 */
record Copying(Traffic swap, double seconds) implements WorkingTraffic {

    @Override
    public String name() {
        return swap.name();
    }

    @Override
    public int ranks() {
        return swap.ranks();
    }

    @Override
    public int stages() {
        return swap.stages();
    }

    @Override
    public int postsUpTo(int stage) {
        return swap.postsUpTo(stage);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        swap.stage(stage, rank, sink);
    }

    @Override
    public double seconds(int stage, int rank) {
        return seconds;
    }
}
