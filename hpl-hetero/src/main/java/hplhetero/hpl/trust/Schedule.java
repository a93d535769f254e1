package hplhetero.hpl.trust;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.VerifySteps;
import java.util.BitSet;

/**
 * When rows are compared with their sums, and which panels are tested. A comparison reads each element of the trailing matrix, and of the
 * rows of U finished since the one before, once: 8 bytes an element. An update reads and writes each element of the trailing matrix: 16
 * bytes. A sample reads each row of U once, in any case. From what is left of its share of the run's bytes it saves up, half for trailing
 * matrices and half for panels, and compares or tests when the savings pay.
 */
public final class Schedule {
    /** Share of a run's bytes that a sample may read. The rest of 2 % is for the carried columns and for messages. */
    static final double SHARE = 0.0195;
    /** Bytes that an update moves for an element of the trailing matrix. */
    private static final double UPDATE_BYTES = 16;

    private final BlockMap map;
    private final BitSet stops = new BitSet();
    private final BitSet panels = new BitSet();

    private Schedule(BlockMap map) {
        this.map = map;
    }

    /** Returns the schedule of a factorization on a map. */
    static Schedule of(VerifySteps steps, BlockMap map) {
        Schedule schedule = new Schedule(map);
        if (steps == VerifySteps.ALL) {
            schedule.stops.set(1, map.panels());
            schedule.panels.set(0, map.panels());
        } else {
            schedule.sample();
        }
        schedule.stops.set(map.panels());
        return schedule;
    }

    private void sample() {
        double share = Math.max(0, SHARE - rowsOfUBytes() / updateBytes()) / 2;
        double forTrailing = 0;
        double forPanels = 0;
        for (int k = 0; k < map.panels(); k++) {
            forTrailing += share * updateBytes(k);
            forPanels += share * updateBytes(k);
            if (k + 1 < map.panels() && forTrailing >= trailingBytes(k + 1)) {
                stops.set(k + 1);
                forTrailing -= trailingBytes(k + 1);
            }
            if (forPanels >= panelBytes(k)) {
                panels.set(k);
                forPanels -= panelBytes(k);
            }
        }
    }

    /**
     * Returns the next number of panels after which rows are compared.
     *
     * @param applied number of panels that have been applied, fewer than all
     */
    public int next(int applied) {
        return stops.nextSetBit(applied + 1);
    }

    /** Returns whether panel {@code k} is tested after it is factored, and carries a CRC of its elements. */
    public boolean testsPanel(int k) {
        return panels.get(k);
    }

    private double left(int k) {
        return Math.max(0, map.n() - (double) k * map.nb());
    }

    /** Returns the bytes that all ranks move to update the trailing matrix with panel {@code k}. */
    private double updateBytes(int k) {
        return UPDATE_BYTES * left(k + 1) * left(k + 1);
    }

    /** Returns the bytes that all ranks move to update the trailing matrix with all panels. */
    double updateBytes() {
        double sum = 0;
        for (int k = 0; k < map.panels(); k++) {
            sum += updateBytes(k);
        }
        return sum;
    }

    /** Returns the bytes that all ranks read to compare the rows of the trailing matrix behind {@code k} panels. */
    private double trailingBytes(int k) {
        return Double.BYTES * left(k) * left(k);
    }

    /** Returns the bytes that all ranks read to compare each row of U once. */
    private double rowsOfUBytes() {
        return Double.BYTES * (double) map.n() * (map.n() + 1) / 2;
    }

    /** Returns the bytes that all ranks read to test panel {@code k}: twice to test its factors, and once in each process column. */
    private double panelBytes(int k) {
        return (2.0 + map.grid().cols()) * Double.BYTES * left(k) * map.width(k);
    }

    /** Returns the bytes that all ranks read for all tests. */
    double testBytes() {
        return rowsOfUBytes() + stops.stream().mapToDouble(this::trailingBytes).sum() + panels.stream().mapToDouble(this::panelBytes).sum();
    }
}
