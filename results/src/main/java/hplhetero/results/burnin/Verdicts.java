package hplhetero.results.burnin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The judgement of a burn-in: which hosts and links are bad, and why. Hosts of a kind are compared with each other where there are
 * {@value KindJudge#LEAST_HOSTS} or more; with fewer, and where the kind is not known, only what is wrong by itself counts.
 *
 * @param hosts the hosts, in the order of the burn-in
 * @param links findings about links of which no single host can be named
 * @param notes what could not be judged and why, in words for people
 * @param groups the groups of hosts that solved HPL together, in the order of the burn-in
 */
public record Verdicts(List<HostVerdict> hosts, List<LinkVerdict> links, List<String> notes, List<GroupVerdict> groups) {
    public Verdicts {
        groups = List.copyOf(groups);
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
        notes = List.copyOf(notes);
    }

    /** Returns the judgement of a burn-in. */
    public static Verdicts of(BurnIn burnIn) {
        Map<String, List<HostRuns>> kinds = burnIn.hosts().stream().collect(Collectors.groupingBy(HostRuns::kind, LinkedHashMap::new,
                Collectors.toList()));
        Map<HostRuns, HostVerdict> judged = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        LinkJudge links = LinkJudge.of(burnIn);
        kinds.forEach((kind, hosts) -> {
            KindJudge judge = KindJudge.of(kind, hosts);
            judge.note().ifPresent(notes::add);
            hosts.forEach(host -> judged.put(host, new HostVerdict(host, judge.numbers(host), judge.findings(host))));
        });
        burnIn.hosts().stream().filter(host -> !host.note().isEmpty()).forEach(host -> notes.add(host.host() + ": " + host.note()));
        notes.addAll(links.notes());
        List<HostVerdict> byMessages = burnIn.hosts().stream().map(host -> links.added(judged.get(host))).toList();
        GroupJudge groups = GroupJudge.of(burnIn, byMessages, links.links());
        notes.addAll(groups.notes());
        return new Verdicts(byMessages.stream().map(groups::added).toList(),
                Stream.concat(links.links().stream(), groups.links().stream()).toList(), notes, groups.verdicts());
    }

    /** Returns the bad hosts, in the order of the burn-in. */
    public List<HostVerdict> bad() {
        return hosts.stream().filter(HostVerdict::isBad).toList();
    }

    /** Returns whether a host or a link is bad. */
    public boolean isBad() {
        return hosts.stream().anyMatch(HostVerdict::isBad) || links.stream().anyMatch(link -> link.finding().bad());
    }
}
