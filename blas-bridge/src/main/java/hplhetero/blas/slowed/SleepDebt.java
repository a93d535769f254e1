package hplhetero.blas.slowed;

/**
 * Seconds of sleep that one thread still owes. A call owes its CPU time x factor, less the wall time it has taken:
 * time lost to others on the same core counts as slept, so that several slowed threads can share a core as long as
 * the sum of 1 / factor stays below the number of cores.
 */
final class SleepDebt {
    /** Less is not worth a sleep, which takes some 0.1 ms longer than asked for: it is carried over. */
    static final double SHORTEST_SLEEP_SECONDS = 5e-4;
    /** A thread that has lost or slept too much gets back no more than this. */
    static final double MOST_CREDIT_SECONDS = 1e-3;

    private final double factor;
    private double seconds;

    /** @param factor &gt;= 1 */
    SleepDebt(double factor) {
        this.factor = factor;
    }

    /**
     * Counts a call.
     *
     * @param cpu  seconds of CPU time it has used
     * @param wall seconds it has taken
     * @return seconds to sleep now, 0 when it is not worth it
     */
    double called(double cpu, double wall) {
        seconds = Math.max(-MOST_CREDIT_SECONDS, seconds + factor * cpu - wall);
        return seconds > SHORTEST_SLEEP_SECONDS ? seconds : 0;
    }

    /**
     * Counts what a thread has waited between two calls. A slower processor would still have been at work for as long as it
     * owes, and would have waited so much less.
     *
     * @param wall seconds between them in which the thread did not run
     */
    void waited(double wall) {
        if (seconds > 0 && wall > 0) {
            seconds = Math.max(0, seconds - wall);
        }
    }

    /** Counts a sleep, as long as it really was. */
    void slept(double wall) {
        seconds -= wall;
    }
}
