package hplhetero.blas;

/** A provider of kernels cannot be used here: the message says what is missing and what to do. */
public final class KernelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public KernelException(String message) {
        super(message);
    }

    public KernelException(String message, Throwable cause) {
        super(message, cause);
    }
}
