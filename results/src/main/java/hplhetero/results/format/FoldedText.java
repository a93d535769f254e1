package hplhetero.results.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines that are folded at blanks, so that none is too long. What follows is indented by two characters more than the line began with; a
 * line that starts with {@code #} goes on behind one. A word that is longer than a line is parted.
 */
public final class FoldedText {
    /** How a line may begin: a remark, a message of the program, an item of a list. */
    private static final Pattern BEGINNING = Pattern.compile("^(hpl: |[# ]*(- )?)");
    private static final Pattern COLOUR = Pattern.compile("\033\\[[0-9;]*m");
    /** Of a line that is all indent. */
    private static final int LEAST_ROOM = 16;

    private FoldedText() {
    }

    /** The same lines, none longer than {@code columns}. */
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
        String rest = line;
        while (shown(rest) > columns) {
            int end = end(rest, columns, hang.length());
            text.append(rest.substring(0, end).stripTrailing()).append('\n');
            rest = hang + rest.substring(end).stripLeading();
        }
        return text.append(rest).toString();
    }

    /** Where to part a line that is too long: behind its last blank that fits, or where the room ends. */
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

    /** Characters that take room. */
    private static int shown(String line) {
        return line.indexOf('\033') < 0 ? line.length() : COLOUR.matcher(line).replaceAll("").length();
    }
}
