package hplhetero.bench;

import java.io.IOException;

/** A program that solves or factors a system of a given order. */
interface Contender {

    /** For the table. */
    String name();

    /** With what it runs, and what its rate counts, for people. */
    String description();

    /**
     * Runs it once.
     *
     * @return GFLOPS
     * @throws IOException when it cannot be run or its output has no result
     */
    double gflops(int n) throws IOException, InterruptedException;
}
