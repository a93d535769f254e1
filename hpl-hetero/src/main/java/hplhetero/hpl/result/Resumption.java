package hplhetero.hpl.result;

import java.io.Serializable;

/**
 * How a test came to its result that was broken off and resumed from a state on disk.
 *
 * @param times   how many times the test was resumed; 0: it ran through
 * @param columns number of columns that were factored before the last time it was resumed
 * @param seconds wall time, in seconds, of the parts that led to the state from which it was last resumed
 */
public record Resumption(int times, int columns, double seconds) implements Serializable {
    /** The record of a test that ran through. */
    public static final Resumption NONE = new Resumption(0, 0, 0);

    /** Returns whether the test was resumed. */
    public boolean happened() {
        return times > 0;
    }
}
