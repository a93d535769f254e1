package hplhetero.input.cluster;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sets of ranks and lists of hosts as a person writes them. */
final class RankSet {
    /** The most ranks, or hosts, more than any cluster has. The limit keeps a slip such as 0-9999999999 from filling the memory. */
    static final int MOST_RANKS = 1 << 20;
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");
    private static final Pattern HOSTS = Pattern.compile("([^\\[\\],]+)(?:\\[([0-9]{1,9})-([0-9]{1,9})\\]([^\\[\\],]*))?");

    private RankSet() {
    }

    /**
     * Returns the ranks of a set in the order written: {@code 0-2,5} names 0, 1, 2 and 5.
     *
     * @param text  the set
     * @param where place of the text, for messages
     */
    static List<Integer> ranks(String text, String where) {
        String expected = "ranks such as 3, 0-2 or 0-2,5";
        Set<Integer> ranks = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                throw Numbers.refused(where, expected, found(text), "write numbers from 0 on, without blanks");
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first || last >= MOST_RANKS) {
                throw Numbers.refused(where, expected, found(text),
                        "write the smaller number first, and no number above " + (MOST_RANKS - 1));
            }
            for (int rank = first; rank <= last; rank++) {
                if (!ranks.add(rank)) {
                    throw new InputException(where + ": rank " + rank + " appears twice in " + found(text) + ": name each rank once");
                }
            }
        }
        return List.copyOf(ranks);
    }

    /**
     * Returns the hosts of a list: {@code node1,rack[08-10]} names node1, rack08, rack09 and rack10.
     *
     * @param text  the list
     * @param where place of the text, for messages
     */
    static List<String> hosts(String text, String where) {
        List<String> hosts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher name = HOSTS.matcher(part.strip());
            if (!name.matches() || part.strip().matches(".*\\s.*")) {
                throw Numbers.refused(where, "names of hosts such as node1,node2 or node[1-16]", found(text),
                        "separate names by commas, without blanks");
            }
            if (name.group(2) == null) {
                hosts.add(name.group(1));
            } else {
                addRange(hosts, name, where);
            }
        }
        return List.copyOf(hosts);
    }

    private static void addRange(List<String> hosts, Matcher name, String where) {
        int first = Integer.parseInt(name.group(2));
        int last = Integer.parseInt(name.group(3));
        if (last < first || last - first >= MOST_RANKS) {
            throw Numbers.refused(where, "a range of hosts such as node[1-16]", found(name.group()),
                    "write the smaller number first, and at most " + MOST_RANKS + " hosts");
        }
        String digits = name.group(2).startsWith("0") ? "%0" + name.group(2).length() + "d" : "%d";
        for (int number = first; number <= last; number++) {
            hosts.add(name.group(1) + digits.formatted(number) + name.group(4));
        }
    }

    private static String found(String text) {
        return text.isEmpty() ? "nothing" : Numbers.quoted(text);
    }
}
