package hplhetero.hpl.result;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The kinds of work in which the time of a solve is spent. The phases of a rank, summed over its workers, add up to workers x wall time.
 */
public enum Phase {
    /** The panel factorization without its messages. */
    FACTORIZATION("factorization"),
    /** The pivot search and its exchange within a process column. */
    PIVOTING("pivoting"),
    /** The sending, receiving and forwarding of panels. */
    BROADCAST("broadcast"),
    /** The row swaps and the assembly of U. */
    SWAP("swap"),
    /** The packing of panels for the update. */
    PACK("pack"),
    DTRSM("dtrsm"),
    DGEMM("dgemm"),
    /** The back substitution, from y to x. */
    SOLVE("solve"),
    /** The idle time: a worker waits for messages or for other workers. */
    WAITING("waiting");

    /** The phases in which a rank's own processors or its device compute, or should. */
    public static final Set<Phase> COMPUTING = Collections.unmodifiableSet(EnumSet.of(FACTORIZATION, PACK, DTRSM, DGEMM, SOLVE));

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    /** Returns the word that reports have for this kind of work, in lower case, such as {@code factorization} or {@code dgemm}. */
    public String label() {
        return label;
    }
}
