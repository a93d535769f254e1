package hplhetero.results.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Folds lines at blanks, so that none is too long. A continuation line begins two characters further right than its line. After
 * {@code hpl: } or the dash of a list item, it begins below the text. Continuations of a line that starts with {@code #} start with
 * {@code #} too. A word that is longer than a line is cut.
 */
public final class FoldedText {
    /** The ways a line may begin: a remark, a message of the program, an item of a list. */
    private static final Pattern BEGINNING = Pattern.compile("^(hpl: |[# ]*(- )?)");
    private static final Pattern COLOUR = Pattern.compile("\033\\[[0-9;]*m");
    /** The least number of characters for text behind the indent of a continuation line. */
    private static final int LEAST_ROOM = 16;

    private FoldedText() {
    }

    /** Returns the text with its lines folded, so that none is longer than {@code columns} characters. */
    public static String of(String text, int columns) {
        if (text.length() <= columns) {
            return text;
        }
        String folded = text.lines().map(line -> line(line, columns)).collect(Collectors.joining("\n"));
        return text.endsWith("\n") ? folded + "\n" : folded;
    }

    private static String line(String line, int columns) {
        if (shown(line) <= columns) {
            return line;
        }
        String hang = hang(line, columns);
        StringBuilder text = new StringBuilder();
        String remainder = line;
        while (shown(remainder) > columns) {
            int end = end(remainder, columns, hang.length());
            text.append(remainder.substring(0, end).stripTrailing()).append('\n');
            remainder = hang + remainder.substring(end).stripLeading();
        }
        return text.append(remainder).toString();
    }

    /** Returns where to cut a line that is too long: behind the last blank that fits, or where the room ends. */
    private static int end(String line, int columns, int indent) {
        int room = columns;
        Matcher colours = COLOUR.matcher(line);
        while (colours.find() && colours.start() <= room) {
            room += colours.end() - colours.start();
        }
        int blank = line.lastIndexOf(' ', Math.min(room, line.length() - 1));
        return blank > Math.max(indent, LEAST_ROOM / 2) ? blank : room;
    }

    private static String hang(String line, int columns) {
        Matcher beginning = BEGINNING.matcher(line);
        String indent = beginning.find() ? beginning.group() : "";
        String hang = indent.startsWith("hpl: ") ? " ".repeat(indent.length())
                : indent.replace('-', ' ') + (indent.contains("-") ? "" : "  ");
        return hang.length() + LEAST_ROOM > columns ? hang.substring(0, Math.min(hang.length(), 2)) : hang;
    }

    /** Returns the number of characters of a line that take room on a terminal: all but colour codes. */
    private static int shown(String line) {
        return line.indexOf('\033') < 0 ? line.length() : COLOUR.matcher(line).replaceAll("").length();
    }
}
