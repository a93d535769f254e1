package hplhetero.input;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.io.Serializable;
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
 * The settings on lines after the 31st of an HPL.dat, such as {@code hpl-hetero: map=cells:0,1,0,2 workers=2}. Netlib ignores these lines.
 * Lines there with another beginning are comments. Command-line options win over settings.
 *
 * @param values each setting, with its place
 */
public record Settings(Map<Key, Setting> values) implements Serializable {
    /** The settings of a file that has none. */
    public static final Settings NONE = new Settings(Map.of());
    private static final String PREFIX = "hpl-hetero";

    /** The keys of settings; each has the meaning of the option with its name. */
    public enum Key {
        MAP, PLAN, CLUSTER, BLAS, WORKERS, SLOWDOWN, BCAST, SWAP;

        /** Returns the word by which a line of HPL.dat names this setting, such as {@code map}. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The value of one setting.
     *
     * @param text  the value as written; the name of a file is already relative to the working folder
     * @param where file and line of the setting
     */
    public record Setting(String text, String where) implements Serializable {
    }

    public Settings {
        values = Map.copyOf(values);
    }

    /**
     * Reads the settings that follow netlib's lines of an HPL.dat.
     *
     * @param file lines of the file
     * @param last number of netlib's last line; later lines are read
     */
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
                    + ": workers=2`, or begin a comment with another word");
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
        Setting setting = new Setting(key == Key.PLAN || key == Key.CLUSTER ? resolvedSibling(file.name(), value) : value, where);
        Setting before = values.putIfAbsent(key, setting);
        if (before != null) {
            throw Numbers.refused(where, word + " once", "a second, the first in " + before.where(), "drop one of the two");
        }
        if (values.containsKey(Key.PLAN) && values.containsKey(Key.MAP)) {
            throw Numbers.refused(where, "a plan or a map", "both", "drop one of the two, because a plan includes a map");
        }
    }

    /** Returns the path of a file named in an HPL.dat. The file lies beside the HPL.dat, so that both can be moved together. */
    private static String resolvedSibling(String file, String named) {
        return Path.of(file).resolveSibling(named).toString();
    }

    private static String words() {
        return Arrays.stream(Key.values()).map(Key::word).collect(Collectors.joining(", "));
    }

    /**
     * Returns the text of a setting as it stands in the file; empty where the file does not set it. The text is not checked.
     *
     * @param key the setting
     */
    public Optional<String> text(Key key) {
        return Optional.ofNullable(values.get(key)).map(Setting::text);
    }

    /**
     * Returns the value that an option gives, else the value that the file sets, else nothing.
     *
     * @param key    the setting
     * @param option text of the option, null if not given
     * @param reader reads the text
     * @throws InputException if the reader refuses the text; for a text of the file, the message begins with its line
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
