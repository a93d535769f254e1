package hplhetero.dist;

/** What the user can mend: its message says what and how. */
final class DistException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DistException(String message) {
        super(message);
    }
}
