package hplhetero.run.terminal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes texts safe for a terminal. Messages hold words of files and arguments. What a terminal would obey in them, such as a sequence that
 * clears it or a carriage return that hides what stands before, is shown as an escape. A very long text is cut.
 */
final class TerminalText {
    /** The most characters of a message: a line each for some fifty hosts. */
    static final int MOST = 8000;
    /** The most characters of a value in quotes. */
    static final int MOST_VALUE = 200;
    /** Characters at the end of a message that are kept, because the remedy stands there. */
    private static final int END = 1000;
    /** Characters at the end of a value that are kept. */
    private static final int VALUE_END = 40;
    /** Pattern of a value in the quotes of this program's messages, or of picocli's, whose sign ' is an apostrophe too. */
    private static final Pattern QUOTED = Pattern.compile("`([^`]*)`|'([^'\\s]*)'");
    private static final Pattern COLOUR = Pattern.compile("\033\\[[0-9;]*m");
    private static final char ESCAPE = '\033';

    private TerminalText() {
    }

    /** Returns a message without control characters other than line feeds and tabs, and of some {@value #MOST} characters at most. */
    static String message(String text) {
        Matcher values = QUOTED.matcher(text);
        String shortened = values.replaceAll(found -> Matcher.quoteReplacement(cut(found.group(), MOST_VALUE, VALUE_END)));
        return cut(escaped(shortened), MOST, END);
    }

    /**
     * Returns a text to be printed on a screen. Colours are kept; control characters other than line feeds and tabs are shown as escapes.
     */
    static String colored(String text) {
        if (text.chars().noneMatch(TerminalText::isControl)) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        Matcher colours = COLOUR.matcher(text);
        int end = 0;
        while (colours.find()) {
            shown.append(escaped(text.substring(end, colours.start()))).append(colours.group());
            end = colours.end();
        }
        return shown.append(escaped(text.substring(end))).toString();
    }

    private static String escaped(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isControl(c)) {
                shown.append(c);
            } else if (c == ESCAPE) {
                shown.append("\\e");
            } else if (c == '\r') {
                shown.append("\\r");
            } else {
                shown.append(String.format("\\u%04x", (int) c));
            }
        }
        return shown.toString();
    }

    /** Returns whether a terminal would obey a character, or write what follows from right to left. */
    private static boolean isControl(int c) {
        return Character.isISOControl(c) && c != '\n' && c != '\t' || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
    }

    /** Returns a text without its middle where it has more than {@code most} characters. */
    private static String cut(String text, int most, int end) {
        int more = text.length() - most;
        return more <= 0 ? text
                : text.substring(0, most - end) + "... (" + more + " characters more) ..." + text.substring(text.length() - end);
    }
}
