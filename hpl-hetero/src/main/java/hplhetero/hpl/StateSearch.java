package hplhetero.hpl;

import hplhetero.comm.Communicator;
import hplhetero.hpl.carry.CheckpointCarrier;
import hplhetero.hpl.carry.StopPoint;
import hplhetero.hpl.checkpoint.Checkpoint;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.CheckpointPlan.Source;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The search for the newest state of a test that the ranks can read together, whichever rank has which file, and on whichever map it was
 * written. Each rank first looks for the files of few ranks, then, where some are missing, for those of all. Owner: the rank's thread.
 */
final class StateSearch {
    private final Source source;
    private final Communicator ranks;
    private final Agreement agreement;
    /** Map on which the state was written. */
    private final BlockMap old;
    /** States that this rank has found of each rank of the old map, the newest first, by rank of the old map. */
    private final Map<Integer, List<Generation>> found = new HashMap<>();
    /** Why the newest state could not be read; empty where it could, or where there is none. */
    private String problem = "";

    /**
     * A state that was read into the local matrices.
     *
     * @param state its header, with the worker seconds of this rank where this rank has its own file
     * @param own   what this rank itself has written of the state; empty where this rank has read, or received, the files of others only
     * @param point what the factorization needs besides to go on
     */
    record Found(Generation state, Optional<Generation> own, StopPoint point) {
    }

    StateSearch(Source source, Communicator ranks, Agreement agreement) {
        this.source = source;
        this.ranks = ranks;
        this.agreement = agreement;
        old = BlockMap.of(source.hplCase());
    }

    /** Returns why the newest state could not be read; empty where it could, or where there is none. Equal on all ranks. */
    String problem() {
        return problem;
    }

    /**
     * Reads the newest state that is whole. Collective.
     *
     * @param map      map of the test now
     * @param matrices out: local matrices of this rank on this map; they hold the state where there is one, else anything
     * @return the state; empty where none can be read
     */
    Optional<Found> newest(BlockMap map, LocalMatrix[] matrices) {
        look(rank -> rank % ranks.size() == ranks.rank());
        boolean everywhere = false;
        long most = Long.MAX_VALUE;
        while (true) {
            Generation state = newest(most);
            if (state.generation() == 0) {
                return Optional.empty();
            }
            int[] readers = readers(state);
            int missing = missing(readers);
            if (missing < readers.length && !everywhere) {
                everywhere = true;
                look(rank -> true);
                continue;
            }
            Optional<StopPoint> point = missing < readers.length ? Optional.empty() : read(state, readers, map, matrices);
            if (point.isPresent()) {
                return Optional.of(found(state, point.get()));
            }
            if (missing < readers.length && problem.isEmpty()) {
                problem = "no rank finds state " + state.generation() + " of rank " + missing + " (" + source.folder() + "/rank-" + missing
                        + ".*)";
            }
            most = state.generation() - 1;
        }
    }

    /** Returns the first rank of the old map whose files nobody has; the number of its ranks where there is none. */
    private int missing(int[] readers) {
        return IntStream.range(0, readers.length).filter(rank -> readers[rank] == ranks.size()).findFirst().orElse(readers.length);
    }

    private void look(IntPredicate wanted) {
        IntStream.range(0, source.hplCase().ranks()).filter(old::takesPart).filter(wanted).forEach(rank -> {
            try {
                found.put(rank, new Checkpoint(source.folder(), rank, source.run()).generations());
            } catch (IOException ofAnotherRun) {
                System.getLogger(StateSearch.class.getName()).log(System.Logger.Level.DEBUG, "passed over", ofAnotherRun);
            }
        });
    }

    /** Returns the newest state up to a number of which any rank knows, by what all headers say alike. */
    private Generation newest(long most) {
        Generation mine = found.values().stream().flatMap(List::stream).filter(state -> state.generation() <= most)
                .max((a, b) -> Long.compare(a.generation(), b.generation())).orElse(Generation.NONE);
        double newest = agreement.largest(mine.generation());
        Generation known = mine.generation() == newest ? mine : Generation.NONE;
        double[] its = agreement.largest(new double[] {known.panels(), known.rows(), known.zeroPivot(), known.spent().seconds(),
            known.spent().resumed()});
        return new Generation((long) newest, (int) its[0], (int) its[1], (int) its[2], 0, new TimeSpent(its[3], (int) its[4], Map.of()));
    }

    /** Returns which rank reads the files of each rank of the old map: the first one that has them; the number of ranks where none has. */
    private int[] readers(Generation state) {
        double[] mine = IntStream.range(0, source.hplCase().ranks())
                .mapToDouble(rank -> !old.takesPart(rank) || written(state, rank).isPresent() ? -ranks.rank() : -ranks.size()).toArray();
        return Arrays.stream(agreement.largest(mine)).mapToInt(negative -> (int) -negative).toArray();
    }

    private Optional<Generation> written(Generation state, int rank) {
        return found.getOrDefault(rank, List.of()).stream()
                .filter(its -> its.generation() == state.generation() && its.panels() == state.panels()).findFirst();
    }

    private Optional<StopPoint> read(Generation state, int[] readers, BlockMap map, LocalMatrix[] matrices) {
        try {
            return Optional.of(new CheckpointCarrier(ranks, new CheckpointCarrier.Written(source.folder(), source.run(), old, readers))
                    .read(state, map, matrices));
        } catch (IOException unreadable) {
            problem = problem.isEmpty() ? unreadable.getMessage() : problem;
            return Optional.empty();
        }
    }

    private Found found(Generation state, StopPoint point) {
        Optional<Generation> own = written(state, ranks.rank());
        TimeSpent spent = new TimeSpent(state.spent().seconds(), state.spent().resumed(), own.map(its -> its.spent().phases())
                .orElse(Map.of()));
        return new Found(new Generation(state.generation(), state.panels(), state.rows(), state.zeroPivot(), 0, spent), own, point);
    }
}
