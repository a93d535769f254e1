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

    /** Returns the value that HPL.dat means by a number; empty where there is none. */
    public Optional<T> numbered(int number) {
        return number >= 0 && number < values.size() ? Optional.of(values.get(number)) : Optional.empty();
    }

    /** Returns the value that an option means by a word, in upper or lower case, or by HPL.dat's number; empty where there is none. */
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

    /** Returns the word that this program writes for a value. */
    public String nameOf(T value) {
        return names.get(values.indexOf(value)).getFirst();
    }

    /** Returns the words that this program writes, in the order of their numbers. */
    public List<String> all() {
        return names.stream().map(List::getFirst).toList();
    }

    /** Returns the range of HPL.dat's numbers, such as {@code 0..2}. */
    public String numbers() {
        return "0.." + (values.size() - 1);
    }

    /** Returns the words and numbers for messages, such as {@code left, crout, right or 0..2}. */
    public String expected() {
        return String.join(", ", all()) + " or " + numbers();
    }
}
