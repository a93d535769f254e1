package hplhetero.comm.transport.mpi;

/**
 * A call of MPI returned an error. Never leaves the package: whoever knows rank and message makes a
 * {@link hplhetero.comm.CommException} of it.
 */
final class MpiError extends Exception {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /** @param text the library's own words for the error */
    MpiError(String call, int errorClass, String text) {
        super(call + " failed: " + text + " (error class " + errorClass + ")");
        this.errorClass = errorClass;
    }

    int errorClass() {
        return errorClass;
    }
}
