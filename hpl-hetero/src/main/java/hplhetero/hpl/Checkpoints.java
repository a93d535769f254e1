package hplhetero.hpl;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.StateSearch.Found;
import hplhetero.hpl.carry.FirstFailure;
import hplhetero.hpl.carry.StopPoint;
import hplhetero.hpl.checkpoint.Checkpoint;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.checkpoint.CheckpointPlan.Start;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The states of one test on one rank: when all ranks stop to write one, and from which one they go on. While the factorization runs, ranks
 * agree beside it: every few panel steps each says whether it wants to stop, and hears some steps later what all have said. So no rank
 * waits for another. Owner: the rank's thread.
 */
final class Checkpoints implements StopSignal {
    /** Number of panel steps between two questions whether to stop. A question is answered when the next one is put. */
    private static final int STEPS_PER_QUESTION = 4;
    private static final double GO_ON = 0;
    private static final double WRITE = 1;
    private static final double WRITE_AND_END = 2;

    private final CheckpointPlan plan;
    private final Communicator ranks;
    private final Agreement agreement;
    private final BooleanSupplier ending;
    private final Checkpoint files;
    /** Communicator of the ranks that own cells, and so factor; null on the other ranks. */
    private final Communicator factoring;
    private final Collectives.Allreduce question;
    /** What this rank says, and afterwards the largest of what all ranks have said: one double. */
    private final MemorySegment answer;
    private boolean asked;
    private int steps;
    /** The state at which the factorization stands, read or written. */
    private Generation state = Generation.NONE;
    /** The state whose rows of U this rank's file has. */
    private Generation written = Generation.NONE;
    private boolean ends;
    /** Time, as {@link System#nanoTime}, at which this rank began to compute, or last wrote a state, or failed to. */
    private long since;

    /**
     * Makes the states of a test, of which none is known yet. Collective over the ranks of the test.
     *
     * @param plan    when and where states are written
     * @param context what this rank needs to take part in the test
     * @param factors whether this rank owns cells, so that it takes part in the factorization
     * @param arena   arena that memory for messages is taken from
     */
    Checkpoints(CheckpointPlan plan, RankContext context, boolean factors, Arena arena) {
        this.plan = plan;
        ranks = context.ranks();
        agreement = context.agreement();
        ending = context.ending();
        files = new Checkpoint(plan.folder(), ranks.rank(), plan.run());
        factoring = ranks.split(factors ? 0 : Communicator.NO_COLOR, ranks.rank());
        answer = arena.allocate(ValueLayout.JAVA_DOUBLE);
        question = factoring == null ? null : CollectiveAlgorithms.of(factoring).allreduce(answer.byteSize(), Checkpoints::larger,
                Tags.AGREEMENT);
    }

    private static void larger(MemorySegment inout, MemorySegment in) {
        inout.set(ValueLayout.JAVA_DOUBLE, 0, Math.max(inout.get(ValueLayout.JAVA_DOUBLE, 0), in.get(ValueLayout.JAVA_DOUBLE, 0)));
    }

    /** Frees the communicator of the questions. Collective over the ranks of the test. */
    void free() {
        if (factoring != null) {
            factoring.free();
        }
    }

    /** Returns the state that was written or read last; {@link Generation#NONE} where there is none. */
    Generation state() {
        return state;
    }

    /** Returns whether the run is to end with the state at which the factorization has stopped. Not known on a rank without cells. */
    boolean ends() {
        return ends;
    }

    /**
     * Reads the state from which the test goes on: the newest one that the ranks can read together. Removes newer ones, and what was
     * written of earlier tests. Collective over the ranks of the test.
     *
     * @param map      map of the test
     * @param matrices out: local matrices of the rank; they hold the state where there is one, else anything
     * @return what the factorization needs besides to go on; empty where the test begins with the first panel
     * @throws CommException on all ranks, where there must be a state and none can be read
     */
    Optional<StopPoint> resume(BlockMap map, LocalMatrix[] matrices) {
        Optional<Found> found = plan.start() == Start.ANEW ? Optional.empty() : find(map, matrices);
        found.ifPresent(its -> {
            state = its.state();
            // a rank without its own file of the state writes all of its rows of U again
            written = plan.changesSeries() ? Generation.NONE : its.own().orElseGet(() -> new Generation(state.generation(), 0, 0, 0, 0,
                    state.spent()));
        });
        if (!plan.changesSeries() || found.isEmpty()) {
            require(attempt(() -> {
                plan.removeEarlier();
                files.removeAfter(state);
            }));
        }
        return found.map(Found::point);
    }

    private Optional<Found> find(BlockMap map, LocalMatrix[] matrices) {
        ranks.activity().phase("reading the state", -1);
        StateSearch search = new StateSearch(plan.source(), ranks, agreement);
        Optional<Found> found = search.newest(map, matrices);
        if (found.isEmpty() && plan.start() == Start.FROM_STATE) {
            String why = search.problem().isEmpty() ? "no rank finds a state in " + plan.source().folder() : search.problem();
            require(Optional.of(why + ": bring the files of all ranks there, or begin anew"));
        }
        return found;
    }

    /** Ends all ranks where there is a problem, which all of them know. */
    private void require(Optional<String> problem) {
        if (problem.isPresent()) {
            throw ranks.rank() == 0 ? new CommException(problem.get()) : CommException.toldByRank0(problem.get());
        }
    }

    /** An act on files. */
    @FunctionalInterface
    private interface Act {
        void run() throws IOException;
    }

    /** Does an act on files on all ranks. Returns on all why the first rank failed that did, with its host. Collective. */
    private Optional<String> attempt(Act act) {
        Optional<String> mine = Optional.empty();
        try {
            act.run();
        } catch (IOException cannot) {
            mine = Optional.of(reason(cannot));
        }
        return FirstFailure.among(ranks, mine);
    }

    private static String reason(IOException cannot) {
        String kind = cannot instanceof FileSystemException ? cannot.getClass().getSimpleName() + ": " : "";
        return kind + cannot.getMessage();
    }

    /** Notes that the factorization begins, or goes on. */
    void begin() {
        since = System.nanoTime();
        steps = 0;
    }

    @Override
    public boolean stops(int k) {
        steps++;
        if (steps % STEPS_PER_QUESTION > 0) {
            return false;
        }
        double said = heard();
        if (said > GO_ON) {
            ends = said == WRITE_AND_END;
            return true;
        }
        answer.set(ValueLayout.JAVA_DOUBLE, 0, wish());
        question.start(answer);
        asked = true;
        return false;
    }

    private double wish() {
        if (ending.getAsBoolean()) {
            return WRITE_AND_END;
        }
        return (System.nanoTime() - since) * 1e-9 >= plan.seconds() ? WRITE : GO_ON;
    }

    /** Returns what all ranks have said to the last question; {@link #GO_ON} where none was asked. Collective over the factoring ranks. */
    private double heard() {
        if (!asked) {
            return GO_ON;
        }
        Await.done(question);
        asked = false;
        return answer.get(ValueLayout.JAVA_DOUBLE, 0);
    }

    /** Awaits the answers to a question that came too late. Collective over the ranks that factor. */
    void finish() {
        heard();
    }

    /**
     * Writes the state of the factorization. Where a rank cannot, the state before stays the newest. Collective over the ranks of the test.
     *
     * @param panels    number of panels that have been applied
     * @param pivots    global row that was swapped with row i, for all rows of these panels
     * @param zeroPivot 1 + the first column with a zero pivot so far, or 0
     * @param spent     time that the run has spent so far, with the same seconds on all ranks
     * @param matrices  local matrices of the rank
     * @return why a rank could not write its part, with rank and host; empty where all could
     */
    Optional<String> write(int panels, int[] pivots, int zeroPivot, TimeSpent spent, LocalMatrix[] matrices) {
        ranks.activity().phase("writing the state", -1);
        Generation[] whole = new Generation[1];
        Optional<String> problem = attempt(() -> whole[0] = files.write(written, panels, pivots, zeroPivot, spent, matrices));
        if (problem.isEmpty()) {
            state = whole[0];
            written = whole[0];
        }
        return problem;
    }

    /**
     * Removes the series that the test came from, once its own series has a state. Collective over the ranks of the test.
     *
     * @param noted whether, as far as this rank knows, a run that is resumed will find the series of its own
     */
    void removeEarlier(boolean noted) {
        if (plan.changesSeries() && state.generation() == 1 && agreement.smallest(noted ? 1 : 0) > 0) {
            attempt(plan::removeEarlier);
        }
    }
}
