package hplhetero.run.burnin;

import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;
import hplhetero.results.burnin.HostRuns;
import hplhetero.run.job.PairRounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which hosts solve HPL together, and when.
 *
 * @param rounds names of the hosts of each group, by round; no host is in two groups of a round
 */
record GroupRounds(List<List<List<String>>> rounds) {
    /** Rounds of pairs. With three, each host meets two others at least, so a slow pair can be told from a host with a slow link. */
    static final int MOST_ROUNDS = 3;

    GroupRounds {
        rounds = rounds.stream().filter(round -> !round.isEmpty()).toList();
    }

    /** Returns rounds of pairs of hosts of the same kind. The hosts that are the only ones of their kind are paired with each other. */
    static GroupRounds pairs(List<HostRuns> hosts) {
        Map<String, List<String>> kinds = hosts.stream().collect(Collectors.groupingBy(HostRuns::kind, LinkedHashMap::new,
                Collectors.mapping(HostRuns::host, Collectors.toList())));
        List<List<String>> alike = new ArrayList<>(kinds.values().stream().filter(kind -> kind.size() > 1).toList());
        alike.add(kinds.values().stream().filter(kind -> kind.size() == 1).map(List::getFirst).toList());
        List<List<List<String>>> rounds = new ArrayList<>();
        IntStream.range(0, MOST_ROUNDS).forEach(round -> rounds.add(new ArrayList<>()));
        for (List<String> names : alike) {
            List<List<PairRounds.Pair>> pairs = PairRounds.of(names.size(), MOST_ROUNDS).rounds();
            for (int round = 0; round < pairs.size(); round++) {
                rounds.get(round).addAll(pairs.get(round).stream().map(pair -> List.of(names.get(pair.a()), names.get(pair.b()))).toList());
            }
        }
        return new GroupRounds(rounds);
    }

    /**
     * Returns the hosts of each leaf of a network: those whose nodes are linked to the same switch.
     *
     * @param hosts names of the hosts
     * @param seats the node of each host, by its place in the list
     */
    static List<List<String>> leaves(List<String> hosts, Placement seats) {
        int[] groups = Locality.SWITCH.groups(seats);
        return List.copyOf(IntStream.range(0, hosts.size()).boxed().collect(Collectors.groupingBy(host -> groups[host], LinkedHashMap::new,
                Collectors.mapping(hosts::get, Collectors.toList()))).values());
    }

    /** Returns rounds of these groups, each group once, as early as its hosts are free. */
    static GroupRounds apart(List<List<String>> groups) {
        List<List<List<String>>> rounds = new ArrayList<>();
        for (List<String> group : groups) {
            Optional<List<List<String>>> free = rounds.stream().filter(round -> round.stream().allMatch(other ->
                    Collections.disjoint(other, group))).findFirst();
            free.orElseGet(() -> {
                rounds.add(new ArrayList<>());
                return rounds.getLast();
            }).add(group);
        }
        return new GroupRounds(rounds);
    }

    /** Returns one round with the hosts of each leaf that are left, where there are two or more. */
    static GroupRounds of(List<List<String>> leaves, List<HostRuns> hosts) {
        List<String> left = hosts.stream().map(HostRuns::host).toList();
        return new GroupRounds(List.of(leaves.stream().map(leaf -> leaf.stream().filter(left::contains).toList())
                .filter(leaf -> leaf.size() > 1).toList()));
    }
}
