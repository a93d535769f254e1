package hplhetero.bench.peer;

import java.io.IOException;

/** A program that solves or factors a system of a given order. */
public interface Contender {

    /** Returns the program's name for the table. */
    String name();

    /** Returns for people what the program runs with, and what its rate counts. */
    String description();

    /**
     * The result of a run.
     *
     * @param gflops rate in the time that counts, in GFLOPS
     * @param before seconds of measuring ranks and of warm-up before that time; NaN where the program does not tell
     */
    record Reached(double gflops, double before) {
    }

    /**
     * Runs the program once on a system of order n.
     *
     * @throws IOException when the program cannot be run or its output has no result
     */
    Reached run(int n) throws IOException, InterruptedException;
}
