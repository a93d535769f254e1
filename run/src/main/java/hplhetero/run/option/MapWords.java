package hplhetero.run.option;

import hplhetero.hpl.plan.map.MapKind;
import hplhetero.input.text.OptionText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The words for maps that the planner makes. */
public final class MapWords {
    /** Word for the best map of any kind. */
    public static final String AUTO = "auto";

    private MapWords() {
    }

    /**
     * Returns the kind of map whose word this is, such as {@code cyclic} or {@code cells}; empty for other texts, also for {@link #AUTO}.
     *
     * @param word the word, in lower case
     */
    public static Optional<MapKind> kind(String word) {
        return Arrays.stream(MapKind.values()).filter(kind -> word(kind).equals(word)).findFirst();
    }

    /**
     * Returns the kind of map that the option {@code --map} asks for; empty for {@link #AUTO}, where the planner is to take the best map of
     * any kind.
     *
     * @param word value of the option, one of {@link #all}
     * @throws hplhetero.input.text.InputException when the word is none of these
     */
    public static Optional<MapKind> requested(String word) {
        return kind(OptionText.oneOf("--map", word, all(), Function.identity()));
    }

    /**
     * Returns all words with which a user can choose what map the planner makes: {@link #AUTO} first, then one word for each kind, such as
     * {@code cyclic}.
     */
    public static List<String> all() {
        return Stream.concat(Stream.of(AUTO), Arrays.stream(MapKind.values()).map(MapWords::word)).toList();
    }

    private static String word(MapKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
