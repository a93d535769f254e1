package hplhetero.input.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads values that are written on the command line: one value, or several separated by commas. Every method that reads a text throws an
 * {@link InputException} that names the option, the text found and what was expected.
 */
public final class OptionText {
    private static final String SEVERAL = "separate values by commas, such as 2,4";

    /**
     * The pattern of a number such as 10,000, in which commas separate thousands. A list does not match, because none of its numbers begins
     * with 0.
     */
    private static final Pattern THOUSANDS = Pattern.compile("\\s*[1-9]\\d{0,2}(,\\d{3})*,0\\d{2}(,\\d{3})*\\s*");

    private OptionText() {
    }

    /**
     * Reads a list of whole numbers, separated by commas, such as {@code 8000,16000}, and returns them in the order of the text.
     *
     * @param option name of the option, such as {@code -N}, for messages
     * @param text   text of the option
     * @param least  least value allowed
     * @throws InputException naming the option, the text found and what was expected, if an entry is no whole number, does not fit in 32
     *     bits, or is less than {@code least}
     */
    public static List<Integer> integers(String option, String text, int least) {
        List<Integer> values = new ArrayList<>();
        for (String item : items(text)) {
            values.add(integer(option, item, least, "integers", SEVERAL));
        }
        return values;
    }

    /**
     * Reads one whole number.
     *
     * @param option name of the option, such as {@code -N}, for messages
     * @param text   text of the option
     * @param least  least value allowed
     */
    public static int integer(String option, String text, int least) {
        return integer(option, text.strip(), least, "an integer", "give such an integer");
    }

    /**
     * Reads one whole number of a range.
     *
     * @param option name of the option, such as {@code -N}, for messages
     * @param text   text of the option
     * @param least  least value allowed
     * @param most   largest value allowed
     */
    public static int integer(String option, String text, int least, int most) {
        int value = integer(option, text, least);
        if (value > most) {
            throw Numbers.refused(where(option), "an integer <= " + most, Numbers.quoted(text), "give a smaller one");
        }
        return value;
    }

    /**
     * Reads the order of a matrix, N, at least 1.
     *
     * @param option name of the option, for messages
     * @param text   text of the option
     */
    public static int order(String option, String text) {
        int n = integer(option, text, 1);
        IntParameter.N.requireAll(List.of(n), where(option));
        return n;
    }

    /**
     * Returns the number of processes of the grid that the options -P and -Q ask for.
     *
     * @param p number of process rows
     * @param q number of process columns
     */
    public static int ranks(int p, int q) {
        return IntParameter.ranks(p, q, "process grid");
    }

    /**
     * Reads one finite real number.
     *
     * @param option name of the option, for messages
     * @param text   text of the option
     */
    public static double real(String option, String text) {
        return Numbers.real(text.strip(), where(option), "a real number", "give one such as 16.0");
    }

    /**
     * Reads a list of whole numbers, separated by commas, that are values of a parameter of HPL.dat, and checks their number and range.
     *
     * @param option    name of the option, for messages
     * @param text      text of the option
     * @param parameter the parameter, which says the range
     */
    public static List<Integer> integers(String option, String text, IntParameter parameter) {
        if (THOUSANDS.matcher(text).matches()) {
            throw new InputException(option + ": `" + text + "` is a list, because commas separate values: write "
                    + text.replace(",", "").strip());
        }
        List<Integer> values = integers(option, text, parameter.least());
        parameter.requireAll(values, where(option));
        IntParameter.requireCount(values, parameter.word(), where(option));
        return values;
    }

    /**
     * Reads a list of words, separated by commas, of a closed set. Each may also be the number that HPL.dat has for the word.
     *
     * @param option name of the option, for messages
     * @param text   text of the option
     * @param words  the set: values, with their words
     * @return the values that the words stand for, in the order of the text
     */
    public static <T> List<T> choices(String option, String text, Words<T> words) {
        List<T> values = items(text).stream().map(item -> choice(option, item, words)).toList();
        IntParameter.requireCount(values, option, where(option));
        return values;
    }

    /**
     * Reads one word of a closed set, which may also be the number that HPL.dat has for the word.
     *
     * @param option name of the option, for messages
     * @param text   text of the option
     * @param words  the set: values, with their words
     * @return the value that the word stands for
     */
    public static <T> T choice(String option, String text, Words<T> words) {
        return words.find(text.strip()).orElseThrow(() -> unknownWord(option, text, words.expected(), words.all()));
    }

    /**
     * Reads one word that stands for one of several values, for words without numbers in HPL.dat.
     *
     * @param option name of the option, for messages
     * @param text   text of the option
     * @param values values to choose from
     * @param word   gives the word of a value
     * @return the value whose word the text is
     */
    public static <T> T oneOf(String option, String text, Collection<T> values, Function<? super T, String> word) {
        List<String> words = values.stream().<String>map(word).toList();
        return values.stream().filter(value -> word.apply(value).equals(text.strip())).findFirst()
                .orElseThrow(() -> unknownWord(option, text, "one of " + String.join(", ", words), words));
    }

    private static InputException unknownWord(String option, String text, String expected, List<String> known) {
        return InputException.unknownWord(Numbers.refused(where(option), expected, Numbers.quoted(text), "give one of these").getMessage(),
                text.strip(), known);
    }

    /**
     * Returns the name of an output file that a user has given, unchanged; a file named {@code -} stands for standard output.
     *
     * @param text the name as the user wrote it
     * @throws InputException naming the option {@code --output}, if the text is empty or has blanks only
     */
    public static String fileName(String text) {
        if (text.isBlank()) {
            throw Numbers.refused(where("--output"), "a file's name, or - for standard output",
                    Numbers.quoted(text), "name a file");
        }
        return text;
    }

    private static int integer(String option, String text, int least, String what, String remedy) {
        String expected = what + " >= " + least;
        int value = Numbers.whole(text, where(option), expected, remedy);
        if (value < least) {
            throw Numbers.refused(where(option), expected, Numbers.quoted(text), remedy);
        }
        return value;
    }

    private static List<String> items(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    private static String where(String option) {
        return "option " + option;
    }
}
