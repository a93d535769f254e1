package hplhetero.comm.transport.mpi;

/**
 * The error that a call of MPI returned. It never leaves the package: callers that know rank and message make a {@link
 * hplhetero.comm.CommException} of it.
 */
final class MpiError extends Exception {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /**
     * Makes the error of one call.
     *
     * @param call name of the function of MPI
     * @param text the library's own words for the error
     */
    MpiError(String call, int errorClass, String text) {
        super(call + " failed: " + text + " (error class " + errorClass + ")");
        this.errorClass = errorClass;
    }

    /** Returns the class of the error, as MPI_Error_class gives it. */
    int errorClass() {
        return errorClass;
    }
}
