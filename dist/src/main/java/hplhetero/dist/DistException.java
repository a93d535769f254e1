package hplhetero.dist;

/** An error that the user can mend. The message says what is wrong and what to do. */
final class DistException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception for the user.
     *
     * @param message what is wrong and what to do, for people
     */
    DistException(String message) {
        super(message);
    }
}
