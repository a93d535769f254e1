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
 * One line of a cluster file: {@code keyword subject key=value key=value}.
 *
 * @param where   file and line, for messages
 * @param keyword the first word
 * @param subject the second word; what the line is about
 * @param rest    everything behind
 */
record ClusterLine(String where, String keyword, String subject, String rest) {
    private static final Pattern WORDS = Pattern.compile("(\\S+)\\s*(\\S*)\\s*(.*)");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
    private static final Pattern KEY = Pattern.compile("(?:^|\\s)([A-Za-z/-]+)\\s*=\\s*");

    /** What a line says, or empty where it is blank or comment. */
    static Optional<ClusterLine> of(String where, String text) {
        Matcher words = WORDS.matcher(text.strip());
        if (!words.matches() || words.group(1).startsWith("#")) {
            return Optional.empty();
        }
        return Optional.of(new ClusterLine(where, words.group(1), words.group(2), words.group(3)));
    }

    /** The values behind the subject, by key; all keys are among {@code known}. */
    Map<String, String> values(List<String> known) {
        String text = COMMENT.matcher(rest).replaceFirst("").strip();
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

    private void put(Map<String, String> values, List<String> known, String key, String value) {
        if (!known.contains(key)) {
            throw refused("one of " + String.join(", ", known), key, "correct the key, or drop it");
        }
        if (values.put(key, value) != null) {
            throw refused("each key once", key, "drop one of the two");
        }
    }

    /** The value of a key that a line cannot do without. */
    String required(Map<String, String> values, String key, String example) {
        String value = values.get(key);
        if (value == null) {
            throw new InputException(where + ": expected " + key + "=..., found none: add it, such as " + example);
        }
        return value;
    }

    InputException refused(String expected, String found, String remedy) {
        return Numbers.refused(where, expected, found.isEmpty() ? "nothing" : Numbers.quoted(found), remedy);
    }
}
