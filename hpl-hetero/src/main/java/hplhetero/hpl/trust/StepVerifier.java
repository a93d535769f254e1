package hplhetero.hpl.trust;

import hplhetero.comm.Communicator;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The tests of one factorization on one rank. Between two panels, when nothing is ahead, all ranks compare rows with the sums carried for
 * them and agree on what they found: all is right, or was put right, or the factorization is to end. Owner: the rank's thread.
 */
public final class StepVerifier {
    /** Number that stands for no rank, larger than all ranks. */
    private static final int NOBODY = Integer.MAX_VALUE;

    private final LocalLayout layout;
    private final LocalMatrix[] matrices;
    private final WorkerPool pool;
    private final TrustSettings settings;
    private final Schedule schedule;
    private final UnaryOperator<double[]> largest;
    private final Checksums checksums;
    private final RowCheck rows;
    private final PanelFaults faults = new PanelFaults();
    private final List<StepFinding> findings = new ArrayList<>();
    private boolean ended;
    private int comparisons;
    /** Number of panels that had been applied at the last comparison. */
    private int applied;

    /**
     * Takes the memory of the tests.
     *
     * @param ranks    communicator of the ranks of the case
     * @param layout   which blocks this rank owns, on a map whose virtual columns carry {@link Checksums#COLUMNS} columns
     * @param matrices local matrices of {@code layout}, in its order
     * @param pool     this rank's workers
     * @param settings what is tested; equal on all ranks
     * @param largest  returns on every rank the largest of the numbers that ranks pass at each index; collective over {@code ranks}
     * @param arena    arena that the memory is taken from
     */
    public StepVerifier(Communicator ranks, LocalLayout layout, LocalMatrix[] matrices, WorkerPool pool, TrustSettings settings,
            UnaryOperator<double[]> largest, Arena arena) {
        this.layout = layout;
        this.matrices = matrices;
        this.pool = pool;
        this.settings = settings;
        this.largest = largest;
        checksums = new Checksums(layout.map());
        schedule = Schedule.of(settings.steps(), layout.map());
        rows = new RowCheck(ranks, layout, matrices, pool, arena);
    }

    /** Fills the carried columns of the local matrices, and forgets what an earlier factorization has found. */
    public void begin() {
        forget();
        for (LocalMatrix a : matrices) {
            pool.run(a.rows().blockCount(), (task, worker) -> checksums.fill(a, task), () -> false);
        }
    }

    /**
     * Fills the carried columns with the sums of a trailing matrix, from which a factorization goes on. Errors in it stay unknown.
     * Collective over the ranks of the case.
     *
     * @param panels number of panels that have been applied, all to every column behind them
     */
    public void resume(int panels) {
        forget();
        rows.renew(panels);
    }

    private void forget() {
        findings.clear();
        ended = false;
        comparisons = 0;
        applied = 0;
        rows.begin();
        faults.begin();
    }

    /** Returns what hears of errors in panels. */
    public PanelFaults faults() {
        return faults;
    }

    /** Returns when the rows are compared, and which panels are tested. */
    public Schedule schedule() {
        return schedule;
    }

    /**
     * The place at which a factorization has stopped to be tested.
     *
     * @param panels number of panels that have been applied, all to every column behind them; -1 on a rank that owns no cell
     * @param told   whether it was told to stop there, so that it does not go on by itself
     */
    public record Stop(int panels, boolean told) {
    }

    /**
     * Compares rows with their sums, and agrees with the other ranks on what was found. Collective over the ranks of the case, also those
     * that own no cell.
     *
     * @param since     number of panels that had been applied when this method was called last
     * @param mine      where the factorization has stopped, as this rank knows
     * @param zeroPivot 1 + the first column with a zero pivot, or 0; a matrix without a pivot in some column is not tested any more
     * @param evidence  traces of the factorization; asked only where rows are wrong
     * @return where the factorization has stopped, known to all ranks
     */
    public Stop verify(int since, Stop mine, int zeroPivot, Evidence evidence) {
        List<RowError> errors = matrices.length == 0 ? List.of() : rows.errors(since, mine.panels());
        int panel = faults.panel();
        // The first panel is the one whose negative number is largest.
        double[] agreed = largest.apply(new double[] {errors.size(), zeroPivot, panel < 0 ? Double.NEGATIVE_INFINITY : -panel,
            rows.magnitude(), mine.panels(), mine.told() ? 1 : 0});
        Stop stop = new Stop((int) agreed[4], agreed[5] > 0);
        comparisons++;
        applied = stop.panels();
        rows.met(agreed[3]);
        if (agreed[1] == 0 && agreed[2] > Double.NEGATIVE_INFINITY) {
            foundPanel((int) -agreed[2], since, stop.panels());
        } else if (agreed[0] > 0 && agreed[1] == 0) {
            found(errors, since, stop.panels(), evidence);
        }
        return stop;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Notes whose error the first wrong panel is: that of the first rank that met one in it. The panel cannot be put right. */
    private void foundPanel(int panel, int since, int upTo) {
        boolean mine = faults.panel() == panel;
        int rank = (int) -largest.apply(new double[] {mine ? -layout.rank() : Double.NEGATIVE_INFINITY})[0];
        double[] said = new double[4];
        Arrays.fill(said, Double.NEGATIVE_INFINITY);
        double[] agreed = largest.apply(rank == layout.rank() ? faults.numbers() : said);
        ended = true;
        findings.add(new StepFinding(StepFinding.Kind.values()[(int) agreed[0]], now(), since, upTo, rank, "", (int) agreed[1], -1,
                agreed[2], agreed[3], 0));
    }

    private void found(List<RowError> errors, int since, int upTo, Evidence evidence) {
        CellErrors cells = CellErrors.of(layout.map(), errors, largest);
        boolean damaged = matrices.length > 0 && evidence.hasDamagedCopy(since, upTo);
        int holder = (int) -largest.apply(new double[] {damaged ? -layout.rank() : -NOBODY})[0];
        int column = -1;
        int corrected = 0;
        // A single wrong number stays in its virtual column. A wrong copy of L makes many wrong, which no single element explains.
        if (settings.correct() && cells.columns() == 1 && holder == NOBODY) {
            int mine = rows.correct(errors, since, upTo);
            boolean right = largest.apply(new double[] {rows.errors(since, upTo).size()})[0] == 0;
            column = right ? (int) largest.apply(new double[] {mine})[0] : -1;
            corrected = right ? Arrays.stream(cells.cells()).mapToInt(CellErrors.Cell::count).sum() : 0;
        }
        ended = corrected == 0;
        Diagnosis.Suspect suspect = suspect(cells, since, upTo, evidence);
        findings.add(new StepFinding(StepFinding.Kind.ROW, now(), since, upTo, holder == NOBODY ? suspect.rank() : holder, "",
                suspect.row(), column, suspect.size(), suspect.tolerance(), corrected));
    }

    /** Returns whose error the wrong rows are. A rank that owns no cell knows no pivots, and takes over what the others say. */
    private Diagnosis.Suspect suspect(CellErrors cells, int since, int upTo, Evidence evidence) {
        double[] said = new double[4];
        Arrays.fill(said, Double.NEGATIVE_INFINITY);
        if (matrices.length > 0) {
            Diagnosis.Suspect mine = new Diagnosis(cells, since, upTo, evidence.pivots()).suspect();
            said = new double[] {mine.rank(), mine.row(), mine.size(), mine.tolerance()};
        }
        double[] agreed = largest.apply(said);
        return new Diagnosis.Suspect((int) agreed[0], (int) agreed[1], agreed[2], agreed[3]);
    }

    /** Returns whether the factorization has been ended because of an error. Equal on all ranks. */
    public boolean ended() {
        return ended;
    }

    /** Returns how many times rows were compared since {@link #begin}. */
    public int comparisons() {
        return comparisons;
    }

    /** Returns the number of panels, of those applied at the last comparison, that were tested after they were factored. */
    public int panels() {
        return (int) IntStream.range(0, applied).filter(schedule::testsPanel).count();
    }

    /** Returns what was found, equal on all ranks but for the time. Hosts are empty, as only a gathering of all ranks knows them. */
    public List<StepFinding> findings() {
        return List.copyOf(findings);
    }
}
