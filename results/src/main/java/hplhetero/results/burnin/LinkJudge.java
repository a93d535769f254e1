package hplhetero.results.burnin;

import static hplhetero.results.format.NumberText.digits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Judges links by groups of hosts that sent messages, mostly pairs. A host is cleared by each of its groups that is as fast as others. A
 * slow group is blamed on its only host that is not cleared, if that host has several groups. Otherwise the group itself is named.
 */
final class LinkJudge {
    /** The fewest groups of a size that are compared with each other. */
    private static final int LEAST_GROUPS = 3;
    /** The share of groups below the rate that counts as usual: faults make links slower only, so many groups may be slow. */
    private static final double USUAL = 0.75;
    private static final double LEAST_LOSS = 0.25;
    /** The loss of rate that makes a group slow however much good groups differ. */
    private static final double MOST_LOSS = 0.75;
    private static final double SIGMAS = 4;
    private static final double FEW_GROUPS = 2;
    /** How many times as long as usual a short message takes through a bad link. */
    private static final double LATENCY = 3;
    /** The least microseconds above the usual that make a short message slow: less comes from programs that are busy at the moment. */
    private static final double LEAST_LATER = 50;
    /** The share of groups that may be slow for no host's sake; more of them are links of another kind, not bad ones. */
    private static final double MOST_SLOW = 0.2;
    private static final int LINK_ERRORS = 10;

    private final Map<String, List<Finding>> byHost = new LinkedHashMap<>();
    private final List<LinkVerdict> links = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * All measurements of one group of hosts.
     *
     * @param hosts    names of the hosts
     * @param rate     median rate of long messages in bytes a second; NaN where none were sent
     * @param micros   median time of a short message in microseconds
     * @param problem  why a test of the group failed; empty where none did
     */
    private record Group(Set<String> hosts, double rate, double micros, String problem) {
        boolean isKnown() {
            return Double.isFinite(rate) || Double.isFinite(micros) || !problem.isEmpty();
        }

        String name() {
            return String.join("-", hosts);
        }
    }

    /**
     * A group that is slow or failed.
     *
     * @param group    the group
     * @param measured what shows it: rate in bytes a second, or microseconds
     * @param usual    what other groups have
     * @param words    what shows it, in words
     */
    private record Slow(Group group, double measured, double usual, String words) {
    }

    private LinkJudge() {
    }

    /** Returns the judgement of the groups of a burn-in. */
    static LinkJudge of(BurnIn burnIn) {
        LinkJudge judge = new LinkJudge();
        Set<String> dead = burnIn.hosts().stream().filter(host -> !host.end().isEmpty()).map(HostRuns::host).collect(Collectors.toSet());
        Map<Set<String>, List<GroupRun>> runs = burnIn.groups().stream()
                .filter(run -> run.problem().isEmpty() || run.hosts().stream().noneMatch(dead::contains))
                .collect(Collectors.groupingBy(run -> new TreeSet<>(run.hosts()), LinkedHashMap::new, Collectors.toList()));
        List<Group> groups = new ArrayList<>();
        runs.forEach((hosts, all) -> groups.add(group(hosts, all)));
        List<Group> known = groups.stream().filter(Group::isKnown).toList();
        List<Slow> slow = new ArrayList<>();
        known.stream().collect(Collectors.groupingBy(group -> group.hosts().size())).values()
                .forEach(alike -> slow.addAll(slow(alike)));
        judge.blame(known, slow, burnIn);
        return judge;
    }

    private static Group group(Set<String> hosts, List<GroupRun> runs) {
        return new Group(hosts, Robust.median(Robust.values(runs, GroupRun::bytesPerSecond)),
                Robust.median(Robust.values(runs, GroupRun::microseconds)),
                runs.stream().map(GroupRun::problem).filter(problem -> !problem.isEmpty()).findFirst().orElse(""));
    }

    /** Returns the groups among those of one size that are slower than the others, or failed. */
    private static List<Slow> slow(List<Group> alike) {
        double usual = usual(alike, Group::rate, USUAL);
        double limit = usual * (1 - limit(Robust.values(alike, Group::rate), usual));
        double quick = usual(alike, Group::micros, 1 - USUAL);
        List<Slow> slow = new ArrayList<>();
        for (Group group : alike) {
            if (!group.problem().isEmpty()) {
                slow.add(new Slow(group, Double.NaN, Double.NaN, group.problem()));
            } else if (group.rate() < limit) {
                slow.add(new Slow(group, group.rate(), usual, rate(group, usual)));
            } else if (group.micros() > Math.max(LATENCY * quick, quick + LEAST_LATER)) {
                slow.add(new Slow(group, group.micros(), quick, digits(group.micros(), 3) + " us for a short message instead of "
                        + digits(quick, 3)));
            }
        }
        return slow;
    }

    private static double usual(List<Group> alike, ToDoubleFunction<Group> of, double share) {
        double[] values = Arrays.stream(Robust.values(alike, of)).filter(Double::isFinite).toArray();
        return values.length < LEAST_GROUPS ? Double.NaN : Robust.quantile(values, share);
    }

    /** Returns the share of the usual rate that a group may lose and still be good: more where the good ones differ much. */
    private static double limit(double[] rates, double usual) {
        double[] good = Arrays.stream(rates).filter(rate -> rate >= usual * (1 - LEAST_LOSS)).toArray();
        double sigma = Robust.sigma(good) / usual * (1 + FEW_GROUPS / Math.max(1, good.length));
        return Math.clamp(SIGMAS * sigma, LEAST_LOSS, MOST_LOSS);
    }

    private static String rate(Group group, double usual) {
        return digits(group.rate() / 1e9, 3) + " GB/s instead of " + digits(usual / 1e9, 3);
    }

    private void blame(List<Group> groups, List<Slow> slow, BurnIn burnIn) {
        Set<Group> bad = slow.stream().map(Slow::group).collect(Collectors.toSet());
        Set<String> cleared = groups.stream().filter(group -> !bad.contains(group)).flatMap(group -> group.hosts().stream())
                .collect(Collectors.toSet());
        Map<String, List<Slow>> blamed = new LinkedHashMap<>();
        for (Slow one : slow) {
            List<String> suspects = one.group().hosts().stream().filter(host -> !cleared.contains(host)).toList();
            suspect(suspects, one, groups, burnIn).ifPresent(host -> blamed.computeIfAbsent(host, key -> new ArrayList<>()).add(one));
        }
        blamed.forEach((host, its) -> byHost.put(host, List.of(finding(host, its, slow))));
        List<Slow> left = slow.stream().filter(one -> one.group().hosts().stream().noneMatch(blamed::containsKey)).toList();
        long failed = left.stream().filter(one -> !one.group().problem().isEmpty()).count();
        boolean many = left.size() - failed > Math.max(1, MOST_SLOW * groups.size());
        if (many) {
            notes.add(left.size() - failed + " of " + groups.size() + " groups of hosts are much slower than the fastest, and no single "
                    + "host explains them: their links may be of another kind; the JSON file has each group");
        }
        left.stream().filter(one -> !many || !one.group().problem().isEmpty()).forEach(one -> links.add(new LinkVerdict(
                List.copyOf(one.group().hosts()), Finding.bad(Cause.LINK, one.measured(), one.usual(), one.words()))));
    }

    /** Returns the host to blame for a slow group: the only one not cleared, or the only one whose adapter counts errors. */
    private static Optional<String> suspect(List<String> suspects, Slow slow, List<Group> groups, BurnIn burnIn) {
        if (suspects.size() == 1 && groups.stream().filter(group -> group.hosts().contains(suspects.getFirst())).count() > 1) {
            return Optional.of(suspects.getFirst());
        }
        List<String> counting = burnIn.hosts().stream().filter(host -> slow.group().hosts().contains(host.host()))
                .filter(host -> HostNumbers.of(host.runs()).linkErrors() >= LINK_ERRORS).map(HostRuns::host).toList();
        return counting.size() == 1 && suspects.contains(counting.getFirst()) ? Optional.of(counting.getFirst())
                : Optional.empty();
    }

    private static Finding finding(String host, List<Slow> blamed, List<Slow> slow) {
        Set<String> partners = new LinkedHashSet<>();
        slow.stream().filter(one -> one.group().hosts().contains(host)).forEach(one -> partners.addAll(one.group().hosts()));
        partners.remove(host);
        Slow first = blamed.getFirst();
        return Finding.bad(Cause.LINK, first.measured(), first.usual(), "all its links are slow (with " + String.join(", ", partners)
                + "): " + first.words() + " with " + first.group().name());
    }

    /** Returns a host's judgement with what was found about its links. */
    HostVerdict added(HostVerdict verdict) {
        List<Finding> own = byHost.getOrDefault(verdict.host().host(), List.of());
        List<Finding> all = new ArrayList<>(verdict.findings());
        if (!own.isEmpty()) {
            all.removeIf(finding -> finding.cause() == Cause.LINK);
        }
        all.addAll(own);
        return new HostVerdict(verdict.host(), verdict.numbers(), all);
    }

    /** Returns the findings about links of which no single host is to blame. */
    List<LinkVerdict> links() {
        return links;
    }

    /** Returns what could not be judged, in words for people. */
    List<String> notes() {
        return notes;
    }
}
