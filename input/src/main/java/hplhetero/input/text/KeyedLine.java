package hplhetero.input.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One line of a file of lines: {@code keyword word word key=value key=value}. Values hold no blanks.
 *
 * @param where   file and line, for messages
 * @param keyword the first word
 * @param words   those behind it that are no {@code key=value}
 * @param values  by key
 */
public record KeyedLine(String where, String keyword, List<String> words, Map<String, String> values) {

    /** What a line says, or empty where it is blank or comment. */
    public static Optional<KeyedLine> of(String where, String text) {
        List<String> words = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : text.strip().split("\\s+")) {
            int equals = word.indexOf('=');
            if (word.isEmpty() || word.startsWith("#")) {
                break;
            } else if (equals < 0) {
                words.add(word);
            } else if (equals == 0 || equals == word.length() - 1) {
                throw Numbers.refused(where, "key=value without blanks", Numbers.quoted(word), "write key and value next to =");
            } else if (values.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw Numbers.refused(where, "each key once", Numbers.quoted(word), "drop one of the two");
            }
        }
        if (words.isEmpty() && values.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new KeyedLine(where, words.isEmpty() ? "" : words.getFirst(),
                words.isEmpty() ? List.of() : List.copyOf(words.subList(1, words.size())), values));
    }

    /**
     * That the line has so many words behind the keyword, and no keys but {@code known}.
     *
     * @param form an example of such a line
     */
    public KeyedLine require(int count, String form, String... known) {
        if (words.size() != count) {
            throw Numbers.refused(where, "a line such as `" + form + "`",
                    words.size() < count ? "fewer words" : Numbers.quoted(words.get(count)), "write it so; values need key=");
        }
        for (String key : values.keySet()) {
            if (!List.of(known).contains(key)) {
                throw refused(known.length == 0 ? "no key" : "one of " + String.join(", ", known), key, "correct the key, or drop it");
            }
        }
        return this;
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** The value of a key that the line cannot do without. */
    public String required(String key, String example) {
        if (!has(key)) {
            throw new InputException(where + ": expected " + key + "=..., found none: add it, such as " + example);
        }
        return values.get(key);
    }

    /** A number &gt;= {@code least} and &lt;= {@code most}. */
    public int number(String text, String what, int least, int most) {
        String expected = what + ", an integer " + (most == Integer.MAX_VALUE ? ">= " + least : least + ".." + most);
        int number = Numbers.whole(text, where, expected, "give one");
        if (number < least || number > most) {
            throw refused(expected, text, "give one");
        }
        return number;
    }

    /** The number behind a key, at least 1; or {@code otherwise}. */
    public int count(String key, int otherwise) {
        return has(key) ? number(values.get(key), key, 1, Integer.MAX_VALUE) : otherwise;
    }

    /**
     * The number &gt; 0 behind a key; or {@code otherwise}.
     *
     * @param example of one
     */
    public double positive(String key, double otherwise, String example, String remedy) {
        if (!has(key)) {
            return otherwise;
        }
        String expected = key + ", a number > 0, such as " + example;
        double value = Numbers.real(values.get(key), where, expected, remedy);
        if (!(value > 0)) {
            throw refused(expected, values.get(key), remedy);
        }
        return value;
    }

    /** Runs what may find that what this line says cannot be. */
    public <T> T making(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw new InputException(where + ": " + e.getMessage(), e);
        }
    }

    public InputException refused(String expected, String found, String remedy) {
        return Numbers.refused(where, expected, found.isEmpty() ? "nothing" : Numbers.quoted(found), remedy);
    }
}
