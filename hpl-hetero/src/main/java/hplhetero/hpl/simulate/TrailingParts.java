package hplhetero.hpl.simulate;
import hplhetero.hpl.lu.PartsUnderWay;
import java.util.Arrays;

/**
 * The parts of a rank's update behind the look-ahead: which of them have their rows, and what the rank's other workers have done while its
 * thread was elsewhere. One thread.
 */
final class TrailingParts {
    private static final int FEWEST = 32;

    private int count;
    private int[] column = new int[FEWEST];
    private int[] number = new int[FEWEST];
    private int[] columns = new int[FEWEST];
    private double[] seconds = new double[FEWEST];
    private double[] ready = new double[FEWEST];
    private boolean[] there = new boolean[FEWEST];
    /** Parts before this one have their rows, ... */
    private int part;
    /** ... parts before this one were begun to be swapped. */
    private int begun;

    void clear() {
        count = 0;
        part = 0;
        begun = 0;
    }

    /**
     * @param virtualColumn whose rows are swapped
     * @param inColumn      its number among the parts of that column
     * @param width         columns
     * @param work          seconds of its update by all workers
     */
    void add(int virtualColumn, int inColumn, int width, double work) {
        if (count == column.length) {
            column = Arrays.copyOf(column, 2 * count);
            number = Arrays.copyOf(number, 2 * count);
            columns = Arrays.copyOf(columns, 2 * count);
            seconds = Arrays.copyOf(seconds, 2 * count);
            ready = Arrays.copyOf(ready, 2 * count);
            there = Arrays.copyOf(there, 2 * count);
        }
        column[count] = virtualColumn;
        number[count] = inColumn;
        columns[count] = width;
        seconds[count] = work;
        there[count++] = false;
    }

    int count() {
        return count;
    }

    int column(int at) {
        return column[at];
    }

    int number(int at) {
        return number[at];
    }

    int columns(int at) {
        return columns[at];
    }

    double seconds(int at) {
        return seconds[at];
    }

    /** How many have their rows, one after the other. */
    int ready() {
        return part;
    }

    /** Whether the next one's swap is to be begun. */
    boolean mayBegin(PartsUnderWay underWay) {
        return underWay.mayBegin(begun, part, count);
    }

    int begin() {
        return begun++;
    }

    /** The rows of a part are there. */
    void arrived(int virtualColumn, int inColumn, double now) {
        int at = part;
        while (column[at] != virtualColumn || number[at] != inColumn) {
            at++;
        }
        there[at] = true;
        while (part < begun && there[part]) {
            ready[part++] = now;
        }
    }

    /** Seconds of all workers that are left of parts that are there, when workers other than the thread were at them until now. */
    double left(int workers, double now) {
        double all = 0;
        double done = 0;
        double free = 0;
        double rate = (workers - 1.0) / workers;
        for (int at = 0; at < part; at++) {
            all += seconds[at];
            free = Math.max(free, ready[at]);
            double could = Math.max(0, now - free) * rate;
            double does = Math.min(could, seconds[at]);
            done += does;
            free += rate == 0 ? 0 : does / rate;
        }
        return all - done;
    }
}
