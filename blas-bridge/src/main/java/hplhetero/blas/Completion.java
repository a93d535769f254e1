package hplhetero.blas;

/** Whether work that was submitted is done; see {@link PanelUpdate#submitted}. Polled by one thread at a time. */
@FunctionalInterface
public interface Completion {
    /** Of everything that the host's processors compute: a call returns when its work is done. */
    Completion DONE = () -> true;

    /**
     * Looks, without waiting, and brings the work on where somebody has to.
     *
     * @return whether it is done; once it is, always
     * @throws KernelException it has failed, or its device is lost
     */
    boolean poll();
}
