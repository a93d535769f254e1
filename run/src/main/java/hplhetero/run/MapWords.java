package hplhetero.run;

import hplhetero.hpl.plan.map.MapKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The words for maps that the planner makes. */
final class MapWords {
    /** The best map of any kind. */
    static final String AUTO = "auto";

    private MapWords() {
    }

    /** The kind of that name. */
    static Optional<MapKind> kind(String word) {
        return Arrays.stream(MapKind.values()).filter(kind -> word(kind).equals(word)).findFirst();
    }

    /** All words, for a message. */
    static String all() {
        return AUTO + ", " + Arrays.stream(MapKind.values()).map(MapWords::word).collect(Collectors.joining(", "));
    }

    private static String word(MapKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
