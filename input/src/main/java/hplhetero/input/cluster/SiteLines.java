package hplhetero.input.cluster;

import hplhetero.hpl.cluster.PairClass;
import hplhetero.input.text.InputException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The sites of hosts, as the {@code site} lines of a cluster file give them, and the words for links. */
final class SiteLines {
    static final String UNLIMITED = "unlimited";
    /** Keyword of the line that has measured times of messages by size. */
    static final String TIMES = "times";
    private static final String ONLY = "";

    /** Name of the site of each host, by the host's name. */
    private final Map<String, String> siteOf = new LinkedHashMap<>();

    /** Returns the word for a class of pairs: {@code same-host}, {@code other-host} or {@code other-site}. */
    static String word(PairClass pair) {
        return pair.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the class of pairs of ranks that a {@code link} or {@code times} line is about. */
    static PairClass pair(ClusterLine line) {
        for (PairClass pair : PairClass.values()) {
            if (word(pair).equals(line.subject())) {
                return pair;
            }
        }
        throw line.refused("same-host, other-host or other-site", line.subject(), "say which pairs of ranks the link connects");
    }

    /**
     * Adds the hosts of a {@code site} line.
     *
     * @param line  the line
     * @param known hosts of all ranks
     */
    void add(ClusterLine line, List<String> known) {
        if (line.subject().isEmpty() || line.subject().contains("=")) {
            throw line.refused("a site's name", line.subject(), "write a line such as `site A hosts=node1,node2`");
        }
        Map<String, String> values = line.values(List.of("hosts"));
        for (String host : RankSet.hosts(line.required(values, "hosts", "hosts=node1,node2"), line.where())) {
            if (!known.contains(host)) {
                throw line.refused("a host that has ranks", host, "correct the name, or add ranks on this host");
            }
            if (siteOf.putIfAbsent(host, line.subject()) != null) {
                throw new InputException(line.where() + ": host " + host + " belongs to a site already: name each host once");
            }
        }
    }

    /**
     * Returns the name of each host's site, in the order of {@code hosts}. Where the file has no {@code site} line, all hosts are at one
     * site.
     *
     * @param hosts names of the hosts
     * @param file  name of the cluster file, for messages
     */
    List<String> of(List<String> hosts, String file) {
        for (String host : hosts) {
            if (!siteOf.isEmpty() && !siteOf.containsKey(host)) {
                throw new InputException(file + ": host " + host + " belongs to no site, but other hosts do: add it to a line such as "
                        + "`site " + siteOf.values().iterator().next() + " hosts=" + host + "`");
            }
        }
        return hosts.stream().map(host -> siteOf.getOrDefault(host, ONLY)).toList();
    }

    /** Returns a number for each name: 0, 1, 2, ... in the order in which names first appear. */
    static List<Integer> numbers(List<String> names) {
        Map<String, Integer> numbers = new HashMap<>();
        return names.stream().map(name -> numbers.computeIfAbsent(name, _ -> numbers.size())).toList();
    }
}
