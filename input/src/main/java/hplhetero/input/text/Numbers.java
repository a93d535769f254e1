package hplhetero.input.text;

import java.util.regex.Pattern;

/**
 * Reads numbers as a user writes them. The rules are stricter than those of Java's parsers, which also take {@code 0x1p3}, {@code 16f} and
 * the digits of other scripts, and of C's, which read text as 0.
 */
public final class Numbers {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final int MOST_SHOWN_CHARACTERS = 40;

    private Numbers() {
    }

    /** Returns whether a text is a whole or real number. */
    public static boolean isNumber(String text) {
        return REAL.matcher(text).matches();
    }

    /**
     * Returns the whole number that a text holds.
     *
     * @param text     the number as written
     * @param where    file and line, or the option, for messages
     * @param expected what belongs there, for messages
     * @param remedy   what the user can do, for messages
     * @throws InputException if the text is no whole number, or does not fit in 32 bits
     */
    public static int whole(String text, String where, String expected, String remedy) {
        if (!WHOLE.matcher(text).matches()) {
            String why = isNumber(text) ? ", which is not a whole number" : "";
            throw refused(where, expected, quoted(text) + why, remedy);
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw refused(where, expected, quoted(text) + ", which does not fit in 32 bits (-2147483648..2147483647)",
                    remedy);
        }
    }

    /**
     * Returns the finite real number that a text holds.
     *
     * @param text     the number as written
     * @param where    file and line, or the option, for messages
     * @param expected what belongs there, for messages
     * @param remedy   what the user can do, for messages
     * @throws InputException if the text is no number, or too large for a double
     */
    public static double real(String text, String where, String expected, String remedy) {
        if (!isNumber(text)) {
            throw refused(where, expected, quoted(text), remedy);
        }
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw refused(where, expected, quoted(text) + ", which is too large for a double", remedy);
        }
        return value;
    }

    /**
     * Returns an exception, for the caller to throw, whose message has the one form of all messages: where, what was expected, what was
     * found, the remedy.
     *
     * @param where    file and line, or the option
     * @param expected what belongs there
     * @param found    the text that stands there instead, as the message shows it
     * @param remedy   what the user can do
     */
    public static InputException refused(String where, String expected, String found, String remedy) {
        return new InputException(where + ": expected " + expected + ", found " + found + ": " + remedy);
    }

    /**
     * Returns a text as it can be shown on a terminal: in backquotes, cut to 40 characters with {@code ...} in place of the rest, and with
     * escapes of four hexadecimal digits, as in Java, in place of control characters and characters beyond ASCII.
     */
    public static String quoted(String text) {
        StringBuilder shown = new StringBuilder("`");
        text.chars().limit(MOST_SHOWN_CHARACTERS).forEach(c -> {
            if (c >= ' ' && c < 0x7f) {
                shown.append((char) c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return shown.append(text.length() > MOST_SHOWN_CHARACTERS ? "...`" : "`").toString();
    }
}
