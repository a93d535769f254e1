package hplhetero.input.cluster;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a cluster file: {@code keyword subject key=value key=value}.
 *
 * @param where     file and line, for messages
 * @param keyword   the first word
 * @param subject   the second word, which says what the line is about
 * @param remainder everything behind the subject
 */
record ClusterLine(String where, String keyword, String subject, String remainder) {
    private static final Pattern WORDS = Pattern.compile("(\\S+)\\s*(\\S*)\\s*(.*)");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
    /** Blanks around = and between a number and its unit. */
    private static final Pattern BLANKS_INSIDE = Pattern.compile("\\s+(?==)|(?<==)\\s+|(?<=[0-9.])\\s+(?=\\p{L})");
    private static final Pattern KEY = Pattern.compile("(?:^|\\s)([A-Za-z/-]+)\\s*=\\s*");

    /** Returns what a line says; empty where the line is blank or a comment. */
    static Optional<ClusterLine> of(String where, String text) {
        Matcher words = WORDS.matcher(text.strip());
        if (!words.matches() || words.group(1).startsWith("#")) {
            return Optional.empty();
        }
        return Optional.of(new ClusterLine(where, words.group(1), words.group(2), words.group(3)));
    }

    /**
     * Returns the values of the line's {@code key=value} pairs, by key. Throws an exception for a key that is not in {@code known}, and for
     * one that is given twice.
     */
    Map<String, String> values(List<String> known) {
        String text = COMMENT.matcher(remainder).replaceFirst("").strip();
        Map<String, String> values = new LinkedHashMap<>();
        Matcher keys = KEY.matcher(text);
        boolean more = keys.find();
        String before = more ? text.substring(0, keys.start()).strip() : text;
        if (!before.isEmpty()) {
            throw refused("key=value", before, "write a key, =, and its value; the keys are " + String.join(", ", known));
        }
        while (more) {
            String key = keys.group(1);
            int start = keys.end();
            more = keys.find();
            put(values, known, key, text.substring(start, more ? keys.start() : text.length()).strip());
        }
        return values;
    }

    /**
     * Returns the pairs {@code size=time} of the line, in its order. Throws an exception where there are none, or where a size is written
     * twice.
     */
    Map<String, String> pairs() {
        String text = COMMENT.matcher(remainder).replaceFirst("").strip();
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String word : BLANKS_INSIDE.matcher(text).replaceAll("").split("\\s+")) {
            String[] parts = word.split("=", -1);
            if (parts.length != 2) {
                throw refused("sizes and times, such as 8B=20us 1KiB=22us", word, "write a size, =, and what a message of this size takes");
            }
            if (pairs.put(parts[0], parts[1]) != null) {
                throw refused("each size once", parts[0], "drop one of the two");
            }
        }
        return pairs;
    }

    private void put(Map<String, String> values, List<String> known, String key, String value) {
        if (!known.contains(key)) {
            throw refused("one of " + String.join(", ", known), key, "correct the key, or drop it");
        }
        if (values.put(key, value) != null) {
            throw refused("each key once", key, "drop one of the two");
        }
    }

    /**
     * Returns the value of a key that the line cannot do without.
     *
     * @param values  values of the line, by key
     * @param key     the key
     * @param example example of key and value, for messages
     */
    String required(Map<String, String> values, String key, String example) {
        String value = values.get(key);
        if (value == null) {
            throw new InputException(where + ": expected " + key + "=..., found none: add it, such as " + example);
        }
        return value;
    }

    /**
     * Returns an exception, for the caller to throw, whose message says what is wrong with this line.
     *
     * @param expected what belongs there
     * @param found    the text that stands there instead; may be empty
     * @param remedy   what the user can do
     */
    InputException refused(String expected, String found, String remedy) {
        return Numbers.refused(where, expected, found.isEmpty() ? "nothing" : Numbers.quoted(found), remedy);
    }
}
