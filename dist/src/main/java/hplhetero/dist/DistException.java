package hplhetero.dist;

/** An error that the user can mend. The message says what is wrong and what to do. */
final class DistException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DistException(String message) {
        super(message);
    }
}
