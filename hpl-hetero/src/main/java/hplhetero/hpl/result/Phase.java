package hplhetero.hpl.result;

/** Where the time of a solve goes. A rank's phases, summed over its workers, cover workers x wall time. */
public enum Phase {
    /** Panel factorization without its messages. */
    FACTORIZATION("factorization"),
    /** Pivot search and exchange within a process column. */
    PIVOTING("pivoting"),
    /** Sending, receiving and forwarding panels. */
    BROADCAST("broadcast"),
    /** Row swaps and assembling U. */
    SWAP("swap"),
    /** Packing panels for the update. */
    PACK("pack"),
    DTRSM("dtrsm"),
    DGEMM("dgemm"),
    /** Back substitution. */
    SOLVE("solve"),
    /** Idle: waiting for messages or for other workers. */
    WAITING("waiting");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
