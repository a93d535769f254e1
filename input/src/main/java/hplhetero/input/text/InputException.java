package hplhetero.input.text;

/**
 * What a user asked for cannot be done as written. The message is ready to be shown: where, the text
 * found, what was expected, the remedy.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InputException(String message) {
        super(message);
    }

    public InputException(String message, Throwable cause) {
        super(message, cause);
    }
}
