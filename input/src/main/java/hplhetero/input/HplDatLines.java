package hplhetero.input;

import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of an HPL.dat, and the values in front of each line's comment. Lines count from 1.
 *
 * @param name  name of the file as the user wrote it
 * @param lines lines without their ends
 */
record HplDatLines(String name, List<String> lines) {
    /** The last line that netlib reads. */
    static final int LAST_LINE = 31;
    private static final Pattern GLUED = Pattern.compile("([+-]?[0-9]+)(?:[(#!/:;=].*|[A-Z][A-Za-z].*|[NPQ])");

    /** Reads the lines of a file. */
    static HplDatLines of(Path file) {
        return TextFile.read(file, TextFile.Kind.HPL_DAT, text -> new HplDatLines(text.name(), text.lines()));
    }

    /** Returns the place of a line, for messages. */
    String where(int line) {
        return name + ", line " + line;
    }

    /**
     * Returns the blank-separated words of a line, its comment included.
     *
     * @param line     number of the line, from 1
     * @param expected what belongs there, for the message where the file has no such line
     */
    List<String> words(int line, String expected) {
        if (line > lines.size()) {
            throw new InputException(name + ": ends after line " + lines.size() + " of " + LAST_LINE
                    + ": expected " + expected + " on line " + line + ": add the missing lines, also those "
                    + "whose values do not matter");
        }
        return Arrays.stream(lines.get(line - 1).split("[ \t\f\u000b\u00a0]+")).filter(word -> !word.isEmpty()).toList();
    }

    /** Returns the number of the output device at the start of a line; 0 where the line begins with a word, as netlib takes it. */
    int device(int line) {
        return deviceWord(line).isPresent() ? 0 : integer(line, "device out");
    }

    /** Returns the word at the start of a line that has no number there; empty if the line does not start with a word. */
    Optional<String> deviceWord(int line) {
        return words(line, "device out").stream().limit(1).filter(word -> word.matches("[A-Za-z]+")).findFirst();
    }

    /**
     * Returns the only value that is read from a line: the whole number at its start.
     *
     * @param line number of the line, from 1
     * @param word name of the value, for messages
     */
    int integer(int line, String word) {
        return integers(line, word, 1).getFirst();
    }

    /**
     * Returns the number at the start of a line that says how many values the line after it holds.
     *
     * @param line number of the line, from 1
     * @param word name of the parameter whose values these are, for messages
     */
    int count(int line, String word) {
        String expected = "the number of values of " + word + ", 1.." + IntParameter.MAX_VALUES;
        String remedy = "begin the line with this number";
        List<String> words = words(line, expected);
        int count = Numbers.whole(bare(first(words, line, expected, remedy)), where(line), expected, remedy);
        if (count < 1 || count > IntParameter.MAX_VALUES) {
            throw Numbers.refused(where(line), expected, Numbers.quoted(Integer.toString(count)), remedy);
        }
        return count;
    }

    /**
     * Returns the first {@code count} values of a line, which must be whole numbers.
     *
     * @param line  number of the line, from 1
     * @param word  name of the values, for messages
     * @param count number of values
     */
    List<Integer> integers(int line, String word, int count) {
        String expected = (count == 1 ? "1 integer" : count + " integers") + " (" + word + ")";
        String remedy = "begin the line with " + (count == 1 ? "the integer" : "the integers, separated by blanks,")
                + " and put any comment behind";
        List<String> words = words(line, expected);
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i > 0 && (i == words.size() || !Numbers.isNumber(bare(words.get(i))))) {
                String next = i == words.size() ? "the end of the line" : Numbers.quoted(words.get(i));
                throw Numbers.refused(where(line), expected, "only " + i + ", then " + next,
                        "add the missing values, or lower the count that an earlier line gives");
            }
            String text = i == 0 ? first(words, line, expected, remedy) : words.get(i);
            values.add(Numbers.whole(bare(text), where(line), expected, remedy));
        }
        return values;
    }

    /**
     * Returns the only value that is read from a line: the real number at its start.
     *
     * @param line number of the line, from 1
     * @param word name of the value, for messages
     */
    double real(int line, String word) {
        String expected = "a real number (" + word + ")";
        String remedy = "begin the line with the number, such as 16.0";
        String text = first(words(line, expected), line, expected, remedy);
        return Numbers.real(text, where(line), expected, remedy);
    }

    /**
     * Returns a number without a comment that follows it without a blank, as netlib's atoi reads it: {@code 900Ns} is 900. A number with a
     * fraction, an exponent or a unit stays whole, and so does a word such as {@code 1ring}, so that it is refused: netlib would take its
     * first digits.
     */
    private static String bare(String word) {
        Matcher glued = GLUED.matcher(word);
        return glued.matches() ? glued.group(1) : word;
    }

    private String first(List<String> words, int line, String expected, String remedy) {
        if (words.isEmpty()) {
            throw Numbers.refused(where(line), expected, "an empty line", remedy);
        }
        return words.getFirst();
    }
}
