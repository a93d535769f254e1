package hplhetero.input.text;

import java.util.List;
import java.util.Optional;

/**
 * What a user asked for cannot be done as written. The message is ready to be shown: where, the text
 * found, what was expected, the remedy.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient UnknownWord unknown;

    /**
     * A word that is none of a closed set: whoever shows the message can name the nearest.
     *
     * @param found what the user wrote
     * @param known the words there are
     */
    public record UnknownWord(String found, List<String> known) {

        public UnknownWord {
            known = List.copyOf(known);
        }
    }

    public InputException(String message) {
        this(message, (UnknownWord) null);
    }

    public InputException(String message, Throwable cause) {
        super(message, cause);
        this.unknown = null;
    }

    private InputException(String message, UnknownWord unknown) {
        super(message);
        this.unknown = unknown;
    }

    /** Of a word that is none of a closed set. */
    public static InputException unknownWord(String message, String found, List<String> known) {
        return new InputException(message, new UnknownWord(found, known));
    }

    /** The word that is none of its set, where that is what is wrong, also where another message was put around it. */
    public Optional<UnknownWord> unknownWord() {
        return unknown == null && getCause() instanceof InputException inner ? inner.unknownWord() : Optional.ofNullable(unknown);
    }
}
