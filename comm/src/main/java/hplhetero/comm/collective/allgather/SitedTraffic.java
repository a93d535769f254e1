package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.PieceSizes;
import hplhetero.network.schedule.Traffic;

/** Pieces that cross to each other site once. */
record SitedTraffic(SiteRounds rounds, PieceSizes sizes) implements Traffic {

    @Override
    public String name() {
        return "ring by sites";
    }

    @Override
    public int ranks() {
        return rounds.ranks();
    }

    @Override
    public int stages() {
        return rounds.stages();
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        rounds.stage(stage, rank, new SiteRounds.Sink() {
            @Override
            public void send(int to, int piece) {
                if (sizes.bytes(piece, piece + 1) > 0) {
                    sink.send(to, sizes.bytes(piece, piece + 1));
                }
            }

            @Override
            public void receive(int from, int piece) {
                if (sizes.bytes(piece, piece + 1) > 0) {
                    sink.receive(from, sizes.bytes(piece, piece + 1));
                }
            }
        });
    }
}
