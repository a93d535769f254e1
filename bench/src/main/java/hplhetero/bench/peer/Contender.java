package hplhetero.bench.peer;

import java.io.IOException;

/** A program that solves or factors a system of a given order. */
public interface Contender {

    /** For the table. */
    String name();

    /** With what it runs, and what its rate counts, for people. */
    String description();

    /**
     * What it reached.
     *
     * @param gflops of the time that counts
     * @param before seconds of measuring ranks and of warm-up before that time; NaN where it does not tell
     */
    record Reached(double gflops, double before) {
    }

    /**
     * Runs it once.
     *
     * @throws IOException when it cannot be run or its output has no result
     */
    Reached run(int n) throws IOException, InterruptedException;
}
