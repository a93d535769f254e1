package hplhetero.hpl.lu;

/** A signal that tells a running factorization to stop where it can go on later. */
@FunctionalInterface
public interface StopSignal {
    /** The signal of a factorization that runs to its end. */
    StopSignal NEVER = k -> false;

    /**
     * Returns whether the factorization is to stop as soon as it can. Collective: called on all ranks of the map after each panel step
     * until it has told to stop, and equal on all of them.
     *
     * @param k number of the panel that was just applied, from 0
     */
    boolean stops(int k);
}
