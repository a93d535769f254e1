package hplhetero.results.burnin;

/**
 * The judgement of a group of hosts that solved HPL together.
 *
 * @param solve    what was measured
 * @param expected rate that the hosts would reach if messages took no time, in 10^9 operations a second: the rate of the slowest host
 *                 alone, times the number of hosts; NaN where a host has no rate
 * @param outcome  how the group did
 */
public record GroupVerdict(GroupSolve solve, double expected, Outcome outcome) {

    /** How a group did. */
    public enum Outcome {
        /** The group is as fast as others of its kind. */
        GOOD("good"),
        /** The group is slower than others of its kind. */
        SLOW("slow"),
        /** HPL failed over this group. */
        FAILED("failed"),
        /** There are too few groups of its kind, or one of its hosts is bad alone. */
        NOT_JUDGED("not judged");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        /** Returns the word for people. */
        public String label() {
            return label;
        }
    }

    /** Returns the rate as a share of the expected one; NaN where one of the two is not known. */
    public double share() {
        return solve.gflops() / expected;
    }

    /** Returns the names of the hosts in one word. */
    public String name() {
        return String.join("-", solve.hosts());
    }
}
