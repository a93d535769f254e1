package hplhetero.blas;

/**
 * The completion of submitted work: tells whether the work is done. {@link PanelUpdate#submitted} returns one. One thread at a time polls.
 */
@FunctionalInterface
public interface Completion {
    /** The completion of work on the host's processors, which is done when the call that submits the work returns. */
    Completion DONE = () -> true;

    /**
     * Checks whether the work is done, without waiting. Also brings the work on where the work needs the polling thread for this.
     *
     * @return whether the work is done; once true, always true
     * @throws KernelException when the work has failed or its device is lost
     */
    boolean poll();
}
