package hplhetero.hpl.result;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

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

    /** In which a rank's own processors or its device compute, or should. */
    public static final Set<Phase> COMPUTING = Collections.unmodifiableSet(EnumSet.of(FACTORIZATION, PACK, DTRSM, DGEMM, SOLVE));

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
