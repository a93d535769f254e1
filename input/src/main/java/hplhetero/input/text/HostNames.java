package hplhetero.input.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lists of host names in Slurm's short form: {@code n[01-03,07],login} names n01, n02, n03, n07 and login. */
public final class HostNames {
    private static final Pattern BRACKET = Pattern.compile("([^\\[\\]]*)\\[([^\\[\\]]*)](.*)");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");
    /** The most names in a list, more hosts than any cluster has. */
    private static final int MOST_HOSTS = 200_000;
    /** The most brackets in a name, more than any real name has. */
    private static final int MOST_BRACKETS = 8;
    private static final String EXPECTED = "names of hosts such as a,b or n[01-16]";

    private HostNames() {
    }

    /**
     * Returns the host names that a list in Slurm's short form stands for, in their order.
     *
     * @param text  the list in Slurm's short form
     * @param where option, or file and line, for messages
     * @throws InputException if a bracket is not closed or holds something else than numbers, or the list is too long
     */
    public static List<String> expand(String text, String where) {
        List<String> names = new ArrayList<>();
        for (String item : items(text)) {
            if (item.chars().filter(c -> c == '[').count() > MOST_BRACKETS) {
                throw refused(text, where);
            }
            add(names, "", item, text, where);
        }
        return names;
    }

    /**
     * Cuts a list at its commas, but not at commas within brackets: {@code n[1,3],x} has the parts {@code n[1,3]} and {@code x}.
     *
     * @param text the list in Slurm's short form
     * @return the parts, in their order
     */
    public static List<String> items(String text) {
        List<String> items = new ArrayList<>();
        int begin = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            inside = c == '[' || inside && c != ']';
            if (c == ',' && !inside) {
                items.add(text.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        items.add(text.substring(begin).strip());
        return items;
    }

    private static void add(List<String> names, String before, String item, String text, String where) {
        Matcher bracket = BRACKET.matcher(item);
        if (!bracket.matches()) {
            String name = before + item;
            if (name.isEmpty() || name.contains("[") || name.contains("]") || names.size() >= MOST_HOSTS) {
                throw refused(text, where);
            }
            names.add(name);
            return;
        }
        for (String range : bracket.group(2).split(",", -1)) {
            for (String number : numbers(range, text, where)) {
                add(names, before + bracket.group(1) + number, bracket.group(3), text, where);
            }
        }
    }

    /** Returns the numbers of a range, padded with zeros to the width of the first. */
    private static List<String> numbers(String range, String text, String where) {
        Matcher numbers = RANGE.matcher(range.strip());
        if (!numbers.matches()) {
            throw refused(text, where);
        }
        int first = Integer.parseInt(numbers.group(1));
        int last = numbers.group(2) == null ? first : Integer.parseInt(numbers.group(2));
        if (last < first || last - first >= MOST_HOSTS) {
            throw refused(text, where);
        }
        List<String> all = new ArrayList<>();
        for (int number = first; number <= last; number++) {
            all.add(("%0" + numbers.group(1).length() + "d").formatted(number));
        }
        return all;
    }

    private static InputException refused(String text, String where) {
        return Numbers.refused(where, EXPECTED, Numbers.quoted(text), "write the smaller number first, and close each bracket");
    }
}
