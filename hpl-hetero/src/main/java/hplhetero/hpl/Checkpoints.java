package hplhetero.hpl;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.checkpoint.Checkpoint;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.checkpoint.CheckpointPlan.Start;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.lu.StopSignal;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
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
    private Generation state = Generation.NONE;
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
        files = new Checkpoint(plan.folder(), ranks.rank(), "series " + plan.series());
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
     * Reads the state from which the test goes on: the newest one that is whole on all ranks. Removes newer ones, and what was written of
     * earlier tests. Collective over the ranks of the test.
     *
     * @param matrices out: local matrices of the rank; they hold the state where there is one, else anything
     * @return the pivots of the state: global row that was swapped with row i, for the rows of the panels that have been applied; empty
     *     where the test begins with the first panel
     * @throws CommException on all ranks, where there must be a state and none can be read
     */
    Optional<int[]> resume(LocalMatrix[] matrices) {
        ranks.activity().phase("looking for a state", -1);
        Optional<int[]> pivots = plan.start() == Start.ANEW ? Optional.empty() : newest(matrices);
        require(agreement.problem(attempt(() -> {
            plan.removeEarlier();
            files.removeAfter(state);
        })));
        return pivots;
    }

    private Optional<int[]> newest(LocalMatrix[] matrices) {
        List<Generation> mine = readHeaders();
        String why = "";
        long most = Long.MAX_VALUE;
        while (true) {
            Generation its = newest(mine, most);
            double[] bounds = agreement.largest(new double[] {its.generation(), -its.generation(), its.panels(), -its.panels()});
            if (bounds[0] == 0) {
                break;
            }
            boolean common = bounds[0] == -bounds[1] && bounds[2] == -bounds[3];
            int[][] pivots = new int[1][];
            boolean older = its.generation() < bounds[0] || its.panels() < bounds[2];
            String problem = agreement.problem(common ? attempt(() -> pivots[0] = files.read(its, matrices))
                    : older ? here() + plan.folder() + ": state " + (long) bounds[0] + " is not there" : "");
            if (problem.isEmpty()) {
                state = its;
                return Optional.of(pivots[0]);
            }
            why = why.isEmpty() ? problem : why;
            most = bounds[0] > -bounds[1] ? (long) -bounds[1] : (long) bounds[0] - 1;
        }
        if (plan.start() == Start.FROM_STATE) {
            require((why.isEmpty() ? plan.folder() + ": no rank has a state" : why) + ": give each rank its files back, or begin anew");
        }
        return Optional.empty();
    }

    private List<Generation> readHeaders() {
        List<List<Generation>> found = new ArrayList<>();
        require(agreement.problem(attempt(() -> found.add(files.generations()))));
        return found.getFirst();
    }

    private static Generation newest(List<Generation> states, long most) {
        return states.stream().filter(its -> its.generation() <= most).findFirst().orElse(Generation.NONE);
    }

    /** Ends all ranks where there is a problem, which all of them know. */
    private void require(String problem) {
        if (!problem.isEmpty()) {
            throw ranks.rank() == 0 ? new CommException(problem) : CommException.toldByRank0(problem);
        }
    }

    /** An act on files. */
    @FunctionalInterface
    private interface Act {
        void run() throws IOException;
    }

    /** Does an act on files. Returns why it failed, with this rank and its host; empty where it did not. */
    private String attempt(Act act) {
        try {
            act.run();
            return "";
        } catch (IOException cannot) {
            return here() + reason(cannot);
        }
    }

    private String here() {
        return "rank " + ranks.rank() + " on " + ranks.hostName() + ": ";
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
    String write(int panels, int[] pivots, int zeroPivot, TimeSpent spent, LocalMatrix[] matrices) {
        ranks.activity().phase("writing the state", -1);
        Generation[] written = new Generation[1];
        String problem = agreement.problem(attempt(() -> written[0] = files.write(state, panels, pivots, zeroPivot, spent, matrices)));
        if (problem.isEmpty()) {
            state = written[0];
        }
        return problem;
    }
}
