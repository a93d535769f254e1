package hplhetero.input;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What lines after the 31st of an HPL.dat set, which netlib ignores: {@code hpl-hetero: map=cells:0,1,0,2 workers=2}.
 * Other lines there are comment. Command-line options win.
 *
 * @param values what was set, and where
 */
public record Settings(Map<Key, Setting> values) {
    /** No line of ours. */
    public static final Settings NONE = new Settings(Map.of());
    private static final String PREFIX = "hpl-hetero";

    /** What can be set; each has the meaning of the option of that name. */
    public enum Key {
        MAP, PLAN, CLUSTER, BLAS, WORKERS, SLOWDOWN, BCAST, SWAP;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One value.
     *
     * @param text  as written; a file's name is already relative to the working folder
     * @param where file and line
     */
    public record Setting(String text, String where) {
    }

    public Settings {
        values = Map.copyOf(values);
    }

    /** Reads the lines behind line {@code last}. */
    static Settings of(HplDatLines file, int last) {
        Map<Key, Setting> values = new EnumMap<>(Key.class);
        for (int line = last + 1; line <= file.lines().size(); line++) {
            List<String> words = Arrays.stream(file.lines().get(line - 1).strip().split("\\s+")).toList();
            if (words.getFirst().toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                requirePrefix(words.getFirst(), file.where(line));
                List<String> pairs = words.subList(1, words.size()).stream().takeWhile(word -> !word.startsWith("#")).toList();
                for (String pair : pairs) {
                    put(values, pair, file, line);
                }
            }
        }
        return new Settings(values);
    }

    private static void requirePrefix(String word, String where) {
        if (!word.equals(PREFIX + ":")) {
            throw Numbers.refused(where, "`" + PREFIX + ":`", Numbers.quoted(word), "write a line such as `" + PREFIX
                    + ": workers=2`, or begin it with another word for a comment");
        }
    }

    private static void put(Map<Key, Setting> values, String pair, HplDatLines file, int line) {
        String where = file.where(line);
        int equals = pair.indexOf('=');
        String word = equals < 0 ? pair : pair.substring(0, equals);
        Key key = Arrays.stream(Key.values()).filter(k -> k.word().equals(word)).findFirst().orElseThrow(
                () -> Numbers.refused(where, "one of " + words(), Numbers.quoted(word), "correct the key, or drop it"));
        if (equals < 0 || equals == pair.length() - 1) {
            throw Numbers.refused(where, word + "=value", Numbers.quoted(pair), "write the value behind =, without blanks");
        }
        String value = pair.substring(equals + 1);
        Setting setting = new Setting(key == Key.PLAN || key == Key.CLUSTER ? beside(file.name(), value) : value, where);
        Setting before = values.putIfAbsent(key, setting);
        if (before != null) {
            throw Numbers.refused(where, word + " once", "a second, the first in " + before.where(), "drop one of the two");
        }
        if (values.containsKey(Key.PLAN) && values.containsKey(Key.MAP)) {
            throw Numbers.refused(where, "a plan or a map", "both", "drop one of the two: a plan has a map");
        }
    }

    /** Files that are named in an HPL.dat lie beside it, so that they can be moved together. */
    private static String beside(String file, String named) {
        return Path.of(file).resolveSibling(named).toString();
    }

    private static String words() {
        return Arrays.stream(Key.values()).map(Key::word).collect(Collectors.joining(", "));
    }

    /** The text of a setting, for what is checked elsewhere. */
    public Optional<String> text(Key key) {
        return Optional.ofNullable(values.get(key)).map(Setting::text);
    }

    /**
     * What an option says, else what the file says, else nothing.
     *
     * @param option its text, null when not given
     * @param reader reads the text
     * @throws InputException from the reader, with the line in front where it was the file's text
     */
    public <T> Optional<T> choose(Key key, String option, Function<String, T> reader) {
        Setting setting = values.get(key);
        if (option != null || setting == null) {
            return Optional.ofNullable(option).map(reader);
        }
        try {
            return Optional.of(reader.apply(setting.text()));
        } catch (InputException refused) {
            throw new InputException(setting.where() + ": " + refused.getMessage(), refused);
        }
    }
}
