package hplhetero.run.net;

import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.List;

/** Rank r sends to r + 1, ..., in one stage or in one after the other. */
record Shifts(String label, boolean atOnce) implements Algorithm {

    @Override
    public Collective collective() {
        return Collective.ALLTOALL;
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return new Traffic() {
            @Override
            public String name() {
                return label;
            }

            @Override
            public int ranks() {
                return ranks;
            }

            @Override
            public int stages() {
                return atOnce ? 1 : ranks - 1;
            }

            @Override
            public void stage(int stage, int rank, Sink sink) {
                for (int by = atOnce ? 1 : stage + 1; by <= (atOnce ? ranks - 1 : stage + 1); by++) {
                    sink.send((rank + by) % ranks, bytes);
                    sink.receive((rank - by + ranks) % ranks, bytes);
                }
            }
        };
    }

    /** Alltoall by both. */
    static List<Algorithm> catalogue(Collective collective, Placement placement) {
        return collective == Collective.ALLTOALL ? List.of(new Shifts("ring", false), new Shifts("simple", true)) : List.of();
    }
}
