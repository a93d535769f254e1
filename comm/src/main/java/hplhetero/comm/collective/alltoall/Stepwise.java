package hplhetero.comm.collective.alltoall;

import hplhetero.network.schedule.Dissemination;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an alltoall in which a rank sends one piece and receives one in each step. The stages of a step are the rounds of its
 * barrier, its pieces, and the messages of its light barrier, as far as the synchronisation has them.
 */
record Stepwise(String name, int ranks, Steps steps, Synchronisation synchronisation, long bytes) implements Traffic {

    @Override
    public int stages() {
        int count = steps.count(ranks);
        return switch (synchronisation) {
            case NONE -> count;
            case ONE_BARRIER -> Dissemination.rounds(ranks) + count;
            case MPI_BARRIER -> (Dissemination.rounds(ranks) + 1) * count;
            case LIGHT_BARRIER -> Math.max(0, 2 * count - 1);
        };
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int rounds = Dissemination.rounds(ranks);
        switch (synchronisation) {
            case NONE -> pieces(stage, rank, sink);
            case ONE_BARRIER -> barrierThenPieces(stage, stage - rounds, rank, sink);
            case MPI_BARRIER -> barrierThenPieces(stage % (rounds + 1), stage / (rounds + 1), rank, sink);
            case LIGHT_BARRIER -> {
                if ((stage & 1) == 0) {
                    pieces(stage / 2, rank, sink);
                } else {
                    ready(stage / 2 + 1, rank, sink);
                }
            }
        }
    }

    @Override
    public Symmetry symmetry(int stage) {
        int rounds = Dissemination.rounds(ranks);
        if (synchronisation == Synchronisation.ONE_BARRIER && stage < rounds
                || synchronisation == Synchronisation.MPI_BARRIER && stage % (rounds + 1) < rounds) {
            return Symmetry.SHIFT;
        }
        return steps.symmetry(ranks);
    }

    private void barrierThenPieces(int round, int step, int rank, Sink sink) {
        if (round < Dissemination.rounds(ranks)) {
            Dissemination.tell(round, rank, ranks, sink);
        } else {
            pieces(step, rank, sink);
        }
    }

    private void pieces(int step, int rank, Sink sink) {
        int from = steps.from(rank, step, ranks);
        if (from != Steps.NOBODY && bytes > 0) {
            sink.receive(from, bytes);
        }
        int to = steps.to(rank, step, ranks);
        if (to != Steps.NOBODY && bytes > 0) {
            sink.send(to, bytes);
        }
    }

    /** Describes the light barrier before {@code step}: messages without bytes go from each receiver of that step to its sender. */
    private void ready(int step, int rank, Sink sink) {
        int to = steps.to(rank, step, ranks);
        if (to != Steps.NOBODY) {
            sink.receive(to, 0);
        }
        int from = steps.from(rank, step, ranks);
        if (from != Steps.NOBODY) {
            sink.send(from, 0);
        }
    }
}
