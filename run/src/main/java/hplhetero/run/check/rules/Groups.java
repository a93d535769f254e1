package hplhetero.run.check.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Groups of hosts that have something in common. */
public final class Groups {
    /** The most hosts that a message names. More would make a line that nobody reads. */
    private static final int MOST_NAMED_HOSTS = 6;

    private Groups() {
    }

    /**
     * Returns the hosts grouped by a property, in their order.
     *
     * @param of returns the property of a host; hosts with equal properties form a group
     */
    public static <K> SequencedMap<K, List<CheckedHost>> by(List<CheckedHost> hosts, Function<CheckedHost, K> of) {
        SequencedMap<K, List<CheckedHost>> groups = new LinkedHashMap<>();
        hosts.forEach(host -> groups.computeIfAbsent(of.apply(host), k -> new ArrayList<>()).add(host));
        return groups;
    }

    /** Returns the hosts grouped by kernel. A host whose kernel is not known stands alone. */
    static SequencedMap<String, List<CheckedHost>> byKernel(List<CheckedHost> hosts) {
        return by(hosts, host -> host.facts().bootId().isEmpty() ? host.name() : host.facts().bootId());
    }

    /** Returns the names of the hosts, the first few in full, such as {@code a, b, c and 29 more}. */
    public static String names(List<CheckedHost> hosts) {
        return listed(hosts.stream().map(CheckedHost::name).toList());
    }

    /** Returns the names in words, such as {@code a, b, c and 29 more}. */
    static String listed(List<String> names) {
        String first = names.stream().limit(MOST_NAMED_HOSTS).collect(Collectors.joining(", "));
        return names.size() > MOST_NAMED_HOSTS ? first + " and " + (names.size() - MOST_NAMED_HOSTS) + " more" : first;
    }

    /**
     * Returns the groups in words, such as {@code 1.0 on a, b; 1.1 on c}.
     *
     * @param groups the hosts of each group, by what they have in common
     */
    static <K> String spread(SequencedMap<K, List<CheckedHost>> groups) {
        return groups.entrySet().stream().map(e -> e.getKey() + " on " + names(e.getValue())).collect(Collectors.joining("; "));
    }
}
