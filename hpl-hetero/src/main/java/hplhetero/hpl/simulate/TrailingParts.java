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
    /** Index of the first part that does not have its rows yet; all parts before it have them. */
    private int part;
    /** Index of the first part whose swap was not begun. */
    private int begun;

    /** Forgets all parts, before another update. */
    void clear() {
        count = 0;
        part = 0;
        begun = 0;
    }

    /**
     * Adds a part to the rank's update.
     *
     * @param virtualColumn virtual column whose rows are swapped
     * @param inColumn      number of the part among the parts of this column
     * @param width         columns of the part
     * @param work          seconds of the part's update by all workers
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

    /** Returns the number of parts of the rank's update. */
    int count() {
        return count;
    }

    /** Returns the virtual column of the part with index {@code at}. */
    int column(int at) {
        return column[at];
    }

    /** Returns the number, among the parts of its virtual column, of the part with index {@code at}. */
    int number(int at) {
        return number[at];
    }

    /** Returns the number of matrix columns of the part with index {@code at}. */
    int columns(int at) {
        return columns[at];
    }

    /** Returns the seconds that all workers together need to update the part with index {@code at}. */
    double seconds(int at) {
        return seconds[at];
    }

    /** Returns the seconds that all workers together need to update all parts. */
    double seconds() {
        return Arrays.stream(seconds, 0, count).sum();
    }

    /** Returns the number of parts whose rows are there, counted from the first part up to one whose rows are not. */
    int ready() {
        return part;
    }

    /** Returns whether the row swap of the next part may begin, by the rank's limit of parts under way at once. */
    boolean mayBegin(PartsUnderWay underWay) {
        return underWay.mayBegin(begun, part, count);
    }

    /** Notes that the swap of the next part begins, and returns the index of this part. */
    int begin() {
        return begun++;
    }

    /**
     * Notes that at time {@code now} the swapped rows of a part are there.
     *
     * @param virtualColumn virtual column of the part
     * @param inColumn      number of the part among the parts of this column
     * @param now           seconds of virtual time
     */
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

    /**
     * Returns the seconds that all workers together still need for the parts whose rows are there. All workers but the rank's team are
     * taken to have been updating these parts, each from the moment when its rows came.
     *
     * @param workers number of workers of the rank, its own thread included
     * @param team    number of workers that were at the next panel, the rank's own thread included
     * @param now     seconds of virtual time
     */
    double left(int workers, int team, double now) {
        double all = 0;
        double done = 0;
        double free = 0;
        double rate = (double) (workers - team) / workers;
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
