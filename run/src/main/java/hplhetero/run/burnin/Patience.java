package hplhetero.run.burnin;

/**
 * How long a host may be silent before it is given up, and how long its process may take to end.
 *
 * @param firstSeconds seconds until the first result must have come, which include the start of the program
 * @param leastSeconds least seconds that a host may be silent between two results
 * @param factor       how many times the longest silence before, between two results, a host may be silent
 * @param endSeconds   seconds in which the process has to end once it is told to; then it is killed
 * @param stopSeconds  seconds after the end of a process in which the end of the whole burn-in may be heard, which ends processes too
 */
record Patience(double firstSeconds, double leastSeconds, double factor, double endSeconds, double stopSeconds) {
    private static final double LEAST_FIRST_SECONDS = 120;
    private static final double LEAST_SECONDS = 20;
    private static final double FACTOR = 4;
    private static final double END_SECONDS = 3;
    private static final double STOP_SECONDS = 0.5;

    /** Returns the patience of a burn-in of this many seconds: a first result may take twice that time, and at least two minutes. */
    static Patience of(double seconds) {
        return new Patience(Math.max(LEAST_FIRST_SECONDS, 2 * seconds), LEAST_SECONDS, FACTOR, END_SECONDS, STOP_SECONDS);
    }

    /**
     * Returns the seconds for which a host may be silent now.
     *
     * @param results number of results that the host has sent
     * @param longest longest silence before, in seconds: until the first result where there is one result, else between results
     */
    double seconds(int results, double longest) {
        return results == 0 ? firstSeconds : Math.max(leastSeconds, factor * longest);
    }
}
