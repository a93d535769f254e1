package hplhetero.blas.slowed;

/**
 * The seconds of sleep that one thread still owes. A call owes its CPU time x factor, less the wall time it has taken. Time lost to others
 * on the same core counts as slept, so that several slowed threads can share a core as long as the sum of 1 / factor stays below the number
 * of cores.
 */
final class SleepDebt {
    /** The shortest sleep, in seconds. A shorter debt is carried over, because a sleep takes some 0.1 ms longer than asked for. */
    static final double SHORTEST_SLEEP_SECONDS = 5e-4;
    /** The most credit, in seconds, of a thread that has lost or slept too much. */
    static final double MOST_CREDIT_SECONDS = 1e-3;

    private double seconds;

    /**
     * Adds a call of a kernel to the debt: its CPU time x factor, less the wall time it took.
     *
     * @param factor the slowdown of this call, &gt;= 1
     * @param cpu    seconds of CPU time that the call has used
     * @param wall   seconds of wall time that the call has taken
     * @return seconds to sleep now, 0 when the debt is not worth a sleep
     */
    double called(double factor, double cpu, double wall) {
        seconds = Math.max(-MOST_CREDIT_SECONDS, seconds + factor * cpu - wall);
        return seconds > SHORTEST_SLEEP_SECONDS ? seconds : 0;
    }

    /**
     * Takes the wait of a thread between two calls off the debt. A slower processor would still have been at work for as long as the thread
     * owes, and would have waited so much less.
     *
     * @param wall seconds between the two calls in which the thread did not run
     */
    void waited(double wall) {
        if (seconds > 0 && wall > 0) {
            seconds = Math.max(0, seconds - wall);
        }
    }

    /**
     * Takes a sleep off the debt by its real length, which may be longer than was asked for.
     *
     * @param wall seconds that the sleep has taken
     */
    void slept(double wall) {
        seconds -= wall;
    }
}
