package hplhetero.blas;

/** The failure of a provider of kernels, or of a device. The message says what is missing or has failed and what to do. */
public final class KernelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure that no other exception has caused.
     *
     * @param message what is missing or has failed, with the remedy
     */
    public KernelException(String message) {
        super(message);
    }

    /**
     * Creates a failure that another exception has caused.
     *
     * @param message what is missing or has failed, with the remedy
     * @param cause   the exception that tells the details
     */
    public KernelException(String message, Throwable cause) {
        super(message, cause);
    }
}
