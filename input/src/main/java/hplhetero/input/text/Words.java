package hplhetero.input.text;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A closed set of values, each with its number in HPL.dat, which is its index, and its words for options.
 *
 * @param values values, indexed by number
 * @param names  words for each value; the first is the one that this program writes
 */
public record Words<T>(List<T> values, List<List<String>> names) {

    /** The forms of factorization on lines 15 (PFACTs) and 21 (RFACTs). */
    public static final Words<Factorization> FACTORIZATIONS = new Words<>(List.of(Factorization.values()),
            List.of(List.of("left", "l"), List.of("crout", "c"), List.of("right", "r")));
    /** The broadcasts on line 23 (BCASTs). */
    public static final Words<BroadcastAlgorithm> BROADCASTS = new Words<>(List.of(BroadcastAlgorithm.values()),
            List.of(List.of("1ring", "1rg"), List.of("1ringM", "1rM"), List.of("2ring", "2rg"),
                    List.of("2ringM", "2rM"), List.of("long", "Blong", "Lng"), List.of("longM", "BlongM", "LnM")));
    /** The row swaps on line 26 (SWAP). */
    public static final Words<SwapAlgorithm> SWAPS = new Words<>(List.of(SwapAlgorithm.values()),
            List.of(List.of("binary", "bin-exch", "binary-exchange"), List.of("long", "spread-roll"), List.of("mix")));
    /** The orders in which ranks are mapped to the grid, on line 9 (PMAP). */
    public static final Words<ProcessMapping> MAPPINGS = new Words<>(
            List.of(ProcessMapping.ROW_MAJOR, ProcessMapping.COLUMN_MAJOR),
            List.of(List.of("row", "row-major", "r"), List.of("column", "column-major", "c")));
    /** The answers no and yes, as for EQUIL on line 30. */
    public static final Words<Boolean> YES_NO = new Words<>(List.of(false, true),
            List.of(List.of("no", "false"), List.of("yes", "true")));
    /** The forms on lines 28 and 29: whether a form is transposed. */
    public static final Words<Boolean> FORMS = new Words<>(List.of(true, false),
            List.of(List.of("transposed"), List.of("no-transposed")));

    /** Returns the value for which HPL.dat writes {@code number}; empty where no value has this number. */
    public Optional<T> numbered(int number) {
        return number >= 0 && number < values.size() ? Optional.of(values.get(number)) : Optional.empty();
    }

    /**
     * Returns the value that the text of a command-line option means. The text is one of the value's words, in upper or lower case, or its
     * number in HPL.dat. Returns empty where the text is neither.
     */
    public Optional<T> find(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i < values.size(); i++) {
            boolean named = names.get(i).stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(word));
            if (named || word.equals(Integer.toString(i))) {
                return Optional.of(values.get(i));
            }
        }
        return Optional.empty();
    }

    /** Returns the word that this program writes for a value, the first of the value's words. */
    public String nameOf(T value) {
        return names.get(values.indexOf(value)).getFirst();
    }

    /**
     * Returns one word for each value of this set, the one that this program writes, in the order of the values' numbers in HPL.dat: such
     * as {@code left}, {@code crout} and {@code right}.
     */
    public List<String> all() {
        return names.stream().map(List::getFirst).toList();
    }

    /** Returns the range of the numbers that stand for this set's values in HPL.dat, such as {@code 0..2}. */
    public String numbers() {
        return "0.." + (values.size() - 1);
    }

    /**
     * Returns a list of all words and numbers that stand for this set's values, for error messages, such as
     * {@code left, crout, right or 0..2}.
     */
    public String expected() {
        return String.join(", ", all()) + " or " + numbers();
    }
}
