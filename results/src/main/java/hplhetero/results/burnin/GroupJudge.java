package hplhetero.results.burnin;

import static hplhetero.results.format.NumberText.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Judges groups of hosts that solved HPL together. Groups are compared by their share of what their hosts reach alone, so a host that is
 * slow alone makes no group slow. A group that is slow while its hosts alone are good has a bad link. The link of a host is to blame where
 * this host is the only one of the group that is in no good group. Otherwise the group is named.
 */
final class GroupJudge {
    /** The fewest groups of a kind that are compared with each other. */
    private static final int LEAST_GROUPS = 3;
    /**
     * The part of the groups that may be below the usual share of rates: bad links only make groups slower, so many of them may be slow.
     * The usual share is that of a group, not one between two: of three groups, two may be slow.
     */
    private static final double USUAL = 0.75;
    /** The least loss that makes a group slow, as a share of the usual share of rates. */
    private static final double LEAST_LOSS = 0.15;
    /** The loss that makes a group slow however much good groups differ. */
    private static final double MOST_LOSS = 0.5;
    private static final double SIGMAS = 4;
    /**
     * What may be wrong with a slow group of more than two hosts. Such a group is the hosts of a leaf, whose messages pass its switch, but
     * not the switch's uplinks.
     */
    private static final String SWITCH = ", though each of them is good alone: likely the switch that they share, or a cable between it "
            + "and one of them; its uplinks carry no message of this group";
    /** A few groups say little about their deviation: it counts as 1 + this / groups times as large. */
    private static final double FEW_GROUPS = 2;
    /** The share of groups that may be slow without a host to blame; more of them have links of another kind, not bad ones. */
    private static final double MOST_SLOW = 0.2;
    /** The most groups that a note names; further ones are counted. */
    private static final int MOST_NAMED = 4;

    /** What is wrong with groups, by group. */
    private final Map<Group, Fault> faults = new LinkedHashMap<>();
    /** The groups with which nothing is wrong. */
    private final Set<Group> good = new HashSet<>();
    private final List<GroupVerdict> verdicts = new ArrayList<>();
    private final Map<String, Finding> byHost = new LinkedHashMap<>();
    private final List<LinkVerdict> links = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    /** The groups that were not compared because too few others have hosts of the same kinds. */
    private final List<Group> alone = new ArrayList<>();

    /**
     * A group of hosts.
     *
     * @param solve    what was measured
     * @param kinds    kinds of its hosts, sorted
     * @param isSound  whether its hosts are good alone
     * @param expected rate that the hosts would reach if messages took no time, in 10^9 operations a second
     */
    private record Group(GroupSolve solve, List<String> kinds, boolean isSound, double expected) {
        static Group of(GroupSolve solve, Map<String, HostVerdict> byName) {
            List<HostVerdict> hosts = solve.hosts().stream().map(byName::get).toList();
            double slowest = hosts.stream().mapToDouble(host -> host.host().gflops()).min().orElse(Double.NaN);
            return new Group(solve, hosts.stream().map(host -> host.host().kind()).sorted().toList(),
                    hosts.stream().flatMap(host -> host.bad().stream()).allMatch(finding -> finding.cause() == Cause.LINK),
                    hosts.size() * slowest);
        }

        double share() {
            return solve.gflops() / expected;
        }

        boolean isFailed() {
            return !solve.problem().isEmpty();
        }

        String name() {
            return String.join("-", solve.hosts());
        }
    }

    /**
     * What is wrong with a group.
     *
     * @param group the group
     * @param usual the share of its hosts' own rates that other groups reach; NaN where HPL failed
     */
    private record Fault(Group group, double usual) {
        /** Returns the finding that this fault makes, with words before those about the group. */
        Finding finding(String before) {
            return Finding.bad(Cause.LINK, group.share(), usual, before + "HPL over " + group.name() + (group.isFailed() ? ": "
                    + group.solve().problem() : " reaches " + percent(group.share()) + " of its hosts' own rates instead of "
                    + percent(usual) + (group.solve().hosts().size() > 2 ? SWITCH : "")));
        }
    }

    private GroupJudge() {
    }

    /**
     * Returns the judgement.
     *
     * @param burnIn what was measured; groups with a host that is not among those of the burn-in are left out
     * @param hosts  the judgement of the hosts, by their own runs and by messages
     * @param links  links that messages have shown to be bad
     */
    static GroupJudge of(BurnIn burnIn, List<HostVerdict> hosts, List<LinkVerdict> links) {
        GroupJudge judge = new GroupJudge();
        Map<String, HostVerdict> byName = hosts.stream().collect(Collectors.toMap(host -> host.host().host(), host -> host,
                (one, other) -> one));
        List<Group> groups = burnIn.solves().stream().filter(solve -> byName.keySet().containsAll(solve.hosts()))
                .map(solve -> Group.of(solve, byName)).toList();
        List<Group> sound = groups.stream().filter(Group::isSound).toList();
        sound.stream().filter(Group::isFailed).forEach(group -> judge.faults.put(group, new Fault(group, Double.NaN)));
        sound.stream().filter(group -> !group.isFailed() && Double.isFinite(group.share()))
                .collect(Collectors.groupingBy(Group::kinds, LinkedHashMap::new, Collectors.toList())).values().forEach(judge::compare);
        judge.noteTooFew();
        groups.forEach(group -> judge.verdicts.add(new GroupVerdict(group.solve(), group.expected(), judge.outcome(group))));
        if (!sound.isEmpty() && sound.stream().allMatch(Group::isFailed)) {
            judge.notes.add("HPL failed over each of " + sound.size() + " groups of hosts, so no link was judged by it: see 'hpl check' "
                    + "with these hosts; the first: " + sound.getFirst().name() + ": " + sound.getFirst().solve().problem());
            return judge;
        }
        judge.blame(hosts.stream().filter(HostVerdict::isBad).map(host -> host.host().host()).collect(Collectors.toSet()), links);
        return judge;
    }

    private GroupVerdict.Outcome outcome(Group group) {
        return group.isFailed() ? GroupVerdict.Outcome.FAILED : faults.containsKey(group) ? GroupVerdict.Outcome.SLOW
                : good.contains(group) ? GroupVerdict.Outcome.GOOD : GroupVerdict.Outcome.NOT_JUDGED;
    }

    /** Notes which groups were not compared, so that nobody takes them for good ones. */
    private void noteTooFew() {
        if (!alone.isEmpty()) {
            notes.add("HPL over " + alone.stream().limit(MOST_NAMED).map(Group::name).collect(Collectors.joining(", "))
                    + (alone.size() > MOST_NAMED ? " and " + (alone.size() - MOST_NAMED) + " more" : "") + ": fewer than " + LEAST_GROUPS
                    + " groups of these kinds of hosts, so their rates were not compared");
        }
    }

    /** Finds the slow ones among groups of hosts of the same kinds. */
    private void compare(List<Group> alike) {
        if (alike.size() < LEAST_GROUPS) {
            alone.addAll(alike);
            return;
        }
        double[] shares = Arrays.stream(Robust.values(alike, Group::share)).sorted().toArray();
        double usual = shares[(int) Math.ceil(USUAL * (shares.length - 1))];
        double[] fast = Arrays.stream(shares).filter(share -> share >= usual * (1 - LEAST_LOSS)).toArray();
        double sigma = Robust.sigma(fast) / usual * (1 + FEW_GROUPS / Math.max(1, fast.length));
        double limit = usual * (1 - Math.clamp(SIGMAS * sigma, LEAST_LOSS, MOST_LOSS));
        for (Group group : alike) {
            if (group.share() < limit) {
                faults.put(group, new Fault(group, usual));
            } else {
                good.add(group);
            }
        }
    }

    /**
     * Finds who is to blame for each fault.
     *
     * @param named hosts that are bad already: of the hosts in faults, those with a bad link
     * @param known links that messages have shown to be bad
     */
    private void blame(Set<String> named, List<LinkVerdict> known) {
        Set<String> cleared = good.stream().flatMap(group -> group.solve().hosts().stream()).collect(Collectors.toSet());
        Map<String, List<Fault>> blamed = new LinkedHashMap<>();
        for (Fault fault : faults.values()) {
            List<String> suspects = fault.group().solve().hosts().stream().filter(host -> !cleared.contains(host)).toList();
            if (suspects.size() == 1 && faults.keySet().stream().filter(group -> group.solve().hosts().contains(suspects.getFirst()))
                    .count() > 1) {
                blamed.computeIfAbsent(suspects.getFirst(), host -> new ArrayList<>()).add(fault);
            }
        }
        blamed.forEach((host, its) -> byHost.put(host, its.getFirst().finding("all its groups are slow or fail (with "
                + partners(host, its) + "): ")));
        List<Fault> left = faults.values().stream().filter(fault -> fault.group().solve().hosts().stream()
                .noneMatch(host -> blamed.containsKey(host) || named.contains(host)))
                .filter(fault -> known.stream().noneMatch(link -> fault.group().solve().hosts().containsAll(link.hosts()))).toList();
        long slow = left.stream().filter(fault -> !fault.group().isFailed()).count();
        boolean many = slow > Math.max(1, MOST_SLOW * (faults.size() + good.size()));
        if (many) {
            notes.add("HPL is slow over " + slow + " of " + (faults.size() + good.size()) + " groups of hosts, and no single host "
                    + "explains them: their links may be of another kind; the JSON file has each group");
        }
        left.stream().filter(fault -> !many || fault.group().isFailed())
                .forEach(fault -> links.add(new LinkVerdict(fault.group().solve().hosts(), fault.finding(""))));
    }

    private static String partners(String host, List<Fault> faults) {
        Set<String> partners = new TreeSet<>();
        faults.forEach(fault -> partners.addAll(fault.group().solve().hosts()));
        partners.remove(host);
        return String.join(", ", partners);
    }

    /** Returns a host's judgement with what its groups say about its link. */
    HostVerdict added(HostVerdict verdict) {
        Finding own = byHost.get(verdict.host().host());
        if (own == null) {
            return verdict;
        }
        List<Finding> all = new ArrayList<>(verdict.findings());
        all.add(own);
        return new HostVerdict(verdict.host(), verdict.numbers(), all);
    }

    /** Returns the judgement of each group, in the order of the burn-in. */
    List<GroupVerdict> verdicts() {
        return verdicts;
    }

    /** Returns the groups with a bad link of which no single host is to blame, and of which messages have not told already. */
    List<LinkVerdict> links() {
        return links;
    }

    /** Returns what could not be judged, in words for people. */
    List<String> notes() {
        return notes;
    }
}
