package hplhetero.comm.collective.dissemination;

import hplhetero.network.schedule.Dissemination;
import hplhetero.network.schedule.Traffic;

/** The messages of a barrier by dissemination, by which each rank tells others that it has come. They have no bytes. */
record BarrierTraffic(int ranks) implements Traffic {

    @Override
    public String name() {
        return DisseminationKind.LABEL;
    }

    @Override
    public int stages() {
        return Dissemination.rounds(ranks);
    }

    @Override
    public Symmetry symmetry(int stage) {
        return Symmetry.SHIFT;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        Dissemination.tell(stage, rank, ranks, sink);
    }
}
