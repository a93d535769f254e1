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

    /** Returns the kind of this name; empty where there is none. */
    public static Optional<MapKind> kind(String word) {
        return Arrays.stream(MapKind.values()).filter(kind -> word(kind).equals(word)).findFirst();
    }

    /**
     * Returns the kind that {@code --map} asks for; empty: the best of any kind.
     *
     * @throws hplhetero.input.text.InputException when the word names none
     */
    public static Optional<MapKind> asked(String word) {
        return kind(OptionText.oneOf("--map", word, all(), Function.identity()));
    }

    /** Returns all words, {@link #AUTO} first. */
    public static List<String> all() {
        return Stream.concat(Stream.of(AUTO), Arrays.stream(MapKind.values()).map(MapWords::word)).toList();
    }

    private static String word(MapKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
