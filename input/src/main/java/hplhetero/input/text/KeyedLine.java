package hplhetero.input.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A line of the form {@code keyword word word key=value key=value}. Values hold no blanks.
 *
 * @param where   file and line, for messages
 * @param keyword the first word
 * @param words   words behind the keyword that are no {@code key=value}
 * @param values  values by key
 */
public record KeyedLine(String where, String keyword, List<String> words, Map<String, String> values) {

    /**
     * Returns what a line says; empty where the line is blank or a comment.
     *
     * @param where file and line, for messages
     * @param text  text of the line
     * @throws InputException if a key is given twice, or lacks key or value
     */
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
     * Checks that the line has {@code count} words behind the keyword, and no keys but {@code known}.
     *
     * @param count number of words behind the keyword
     * @param form  example of such a line, for messages
     * @param known keys that the line may have
     * @return this line
     * @throws InputException if the line has other words or keys
     */
    public KeyedLine require(int count, String form, String... known) {
        if (words.size() != count) {
            throw Numbers.refused(where, "a line such as `" + form + "`",
                    words.size() < count ? "fewer words" : Numbers.quoted(words.get(count)),
                    "write the line in this form, each value as key=value");
        }
        for (String key : values.keySet()) {
            if (!List.of(known).contains(key)) {
                throw refused(known.length == 0 ? "no key" : "one of " + String.join(", ", known), key, "correct the key, or drop it");
            }
        }
        return this;
    }

    /**
     * Returns whether this line has {@code key=value} for a key.
     *
     * @param key the key
     */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /**
     * Returns the value that the line gives a key which must not be missing.
     *
     * @param key     the key
     * @param example example of key and value, for messages
     * @throws InputException if the line does not have the key
     */
    public String required(String key, String example) {
        if (!has(key)) {
            throw new InputException(where + ": expected " + key + "=..., found none: add it, such as " + example);
        }
        return values.get(key);
    }

    /**
     * Returns the whole number from {@code least} to {@code most} that a text holds, such as one of this line's words.
     *
     * @param text  the number as written
     * @param what  what the number is, for messages
     * @param least least number allowed
     * @param most  largest number allowed
     * @throws InputException if the text is no such number
     */
    public int number(String text, String what, int least, int most) {
        String expected = what + ", an integer " + (most == Integer.MAX_VALUE ? ">= " + least : least + ".." + most);
        int number = Numbers.whole(text, where, expected, "give such an integer");
        if (number < least || number > most) {
            throw refused(expected, text, "give such an integer");
        }
        return number;
    }

    /**
     * Returns the whole number &gt;= 1 that the line gives a key.
     *
     * @param key       the key
     * @param otherwise result where the line does not have the key
     * @throws InputException if the text behind the key is no such number
     */
    public int count(String key, int otherwise) {
        return has(key) ? number(values.get(key), key, 1, Integer.MAX_VALUE) : otherwise;
    }

    /**
     * Returns the real number &gt; 0 that the line gives a key.
     *
     * @param key       the key
     * @param otherwise result where the line does not have the key
     * @param example   example of a number, for messages
     * @param remedy    what the user can do, for messages
     * @throws InputException if the text behind the key is no such number
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

    /**
     * Returns the object that {@code maker} makes of this line's values, such as a record that checks them.
     *
     * @param maker makes the object
     * @throws InputException if the maker throws an IllegalArgumentException, with its message behind the place of this line
     */
    public <T> T making(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw new InputException(where + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns an exception, for the caller to throw, whose message says what is wrong with this line, with file and line.
     *
     * @param expected what belongs there
     * @param found    the text that stands there instead
     * @param remedy   what the user can do
     */
    public InputException refused(String expected, String found, String remedy) {
        return Numbers.refused(where, expected, found.isEmpty() ? "nothing" : Numbers.quoted(found), remedy);
    }
}
