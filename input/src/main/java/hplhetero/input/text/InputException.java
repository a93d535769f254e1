package hplhetero.input.text;

import java.util.List;
import java.util.Optional;

/**
 * The exception for a request that cannot be done as a user wrote it. The message can be shown as it is: where, the text found, what was
 * expected, the remedy.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient UnknownWord unknown;

    /**
     * A word that is none of a closed set, so that whoever shows the message can name the nearest one.
     *
     * @param found the word that the user wrote
     * @param known the words of the set
     */
    public record UnknownWord(String found, List<String> known) {

        public UnknownWord {
            known = List.copyOf(known);
        }
    }

    /** Makes an exception with this message. */
    public InputException(String message) {
        this(message, (UnknownWord) null);
    }

    /**
     * Makes an exception with this message for a problem that another exception reports.
     *
     * @param message message that can be shown as it is
     * @param cause   the other exception
     */
    public InputException(String message, Throwable cause) {
        super(message, cause);
        this.unknown = null;
    }

    private InputException(String message, UnknownWord unknown) {
        super(message);
        this.unknown = unknown;
    }

    /**
     * Returns an exception for a word that is none of a closed set.
     *
     * @param message message that can be shown as it is
     * @param found   the word that the user wrote
     * @param known   the words of the set
     */
    public static InputException unknownWord(String message, String found, List<String> known) {
        return new InputException(message, new UnknownWord(found, known));
    }

    /** Returns the unknown word, if that is the problem, also where the original exception is the cause of this one; else empty. */
    public Optional<UnknownWord> unknownWord() {
        return unknown == null && getCause() instanceof InputException inner ? inner.unknownWord() : Optional.ofNullable(unknown);
    }
}
