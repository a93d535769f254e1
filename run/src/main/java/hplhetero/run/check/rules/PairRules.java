package hplhetero.run.check.rules;

import hplhetero.run.check.agent.ConnectAttempt;
import hplhetero.run.check.agent.ConnectAttempt.Outcome;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.agent.Reachability;
import hplhetero.run.check.rules.Problem.Severity;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The rules for whether each host reaches each other one, by which name and address, and how fast. */
final class PairRules {
    private PairRules() {
    }

    /**
     * Returns what is wrong between pairs of hosts: hosts that cannot be reached, names that mislead, addresses that do not answer, and
     * slow links.
     */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        toEach(evidence.reaches().stream().filter(reach -> reach.best().isEmpty()).toList()).values()
                .forEach(all -> found.add(unreached(all)));
        List<Reachability> reached = evidence.reaches().stream().filter(reach -> reach.best().isPresent()).toList();
        toEach(reached.stream().filter(reach -> misled(reach).isPresent()).toList()).values().forEach(all -> found.add(misnamed(all)));
        toEach(reached.stream().filter(reach -> !deadAddresses(reach).isEmpty()).toList()).values()
                .forEach(all -> found.add(partly(all, evidence.hosts())));
        timings(found, evidence);
        return found;
    }

    /** Groups the attempts by the host to be reached, because many hosts report the same of one that is hard to reach. */
    private static SequencedMap<String, List<Reachability>> toEach(List<Reachability> reaches) {
        SequencedMap<String, List<Reachability>> groups = new LinkedHashMap<>();
        reaches.forEach(reach -> groups.computeIfAbsent(reach.to(), to -> new ArrayList<>()).add(reach));
        return groups;
    }

    private static String pairs(List<Reachability> all) {
        return Groups.listed(all.stream().map(Reachability::from).toList()) + " -> " + all.getFirst().to();
    }

    private static Problem unreached(List<Reachability> all) {
        Reachability first = all.getFirst();
        String seen = first.attempts().stream().map(attempt -> text(first.to(), attempt)).collect(Collectors.joining("; "));
        return Problem.trouble(pairs(all), "cannot connect: on " + first.from() + " " + (seen.isEmpty() ? "no address of " + first.to()
                + " is known" : seen),
                remedy(first));
    }

    private static String text(String name, ConnectAttempt attempt) {
        if (attempt.outcome() == Outcome.UNKNOWN_NAME) {
            return "the name " + name + " is not known";
        }
        return (attempt.byName() ? "the name " + name + " leads to " : "") + attempt.address() + " port " + attempt.port()
                + (attempt.interfaceName().isEmpty() ? "" : " through " + attempt.interfaceName()) + ": " + words(attempt);
    }

    private static String words(ConnectAttempt attempt) {
        return switch (attempt.outcome()) {
            case REACHED -> "works";
            case REFUSED -> "connection refused";
            case TIMED_OUT -> Units.format("no answer within %.1f s", attempt.millis() * 1e-3);
            case NO_ROUTE -> "no route";
            case UNKNOWN_NAME -> "unknown name";
            case STRANGER, FAILED -> attempt.detail();
        };
    }

    private static String remedy(Reachability reach) {
        boolean loopback = reach.attempts().stream().anyMatch(attempt -> attempt.byName() && isLoopback(attempt));
        List<Outcome> outcomes = reach.attempts().stream().filter(attempt -> !isLoopback(attempt)).map(ConnectAttempt::outcome).toList();
        String names = loopback ? "correct " + reach.to() + " in /etc/hosts of " + reach.from() + "; " : "";
        if (outcomes.contains(Outcome.TIMED_OUT)) {
            return names + "is there a firewall on " + reach.to() + " or between the two hosts? "
                    + "open all TCP ports among the hosts of the cluster";
        }
        if (outcomes.contains(Outcome.REFUSED)) {
            return names + "does a firewall reject connections? open all TCP ports among the hosts of the cluster";
        }
        return names + "connect both hosts to one network, or set a route";
    }

    /**
     * Returns the attempt by the name, where the name leads elsewhere although an address works. A name may have several addresses, of
     * which programs take the first.
     */
    private static Optional<ConnectAttempt> misled(Reachability reach) {
        return reach.attempts().stream().filter(ConnectAttempt::byName).findFirst().filter(first -> !first.reached());
    }

    private static Problem misnamed(List<Reachability> all) {
        Reachability first = all.getFirst();
        ConnectAttempt named = misled(first).orElseThrow();
        String works = first.best().orElseThrow().address();
        String remedy = "write '" + works + " " + first.to() + "' into /etc/hosts there, or correct the name server";
        if (named.outcome() == Outcome.UNKNOWN_NAME) {
            return Problem.note(pairs(all), "the name " + first.to() + " is not known on " + first.from() + ", but " + works + " works",
                    remedy);
        }
        String what = "on " + first.from() + " " + text(first.to(), named) + "; " + works + " works";
        boolean second = first.best().orElseThrow().byName() && !isLoopback(named);
        return second ? Problem.note(pairs(all), what, remedy) : Problem.trouble(pairs(all), what, remedy);
    }

    private static List<ConnectAttempt> deadAddresses(Reachability reach) {
        return reach.attempts().stream().filter(attempt -> !attempt.byName() && !attempt.reached()).toList();
    }

    /**
     * Returns the problem of a host that some addresses reach and others do not. MPI takes a dead address where both hosts are in its
     * network, and may take it elsewhere.
     */
    private static Problem partly(List<Reachability> all, List<CheckedHost> hosts) {
        Reachability first = all.stream().filter(reach -> deadAddresses(reach).stream().anyMatch(attempt -> near(reach, attempt, hosts)))
                .findFirst()
                .orElse(all.getFirst());
        List<ConnectAttempt> dead = deadAddresses(first);
        ConnectAttempt works = first.best().orElseThrow();
        String what = "on " + first.from() + ", " + first.to() + " is reached by " + works.address() + " (" + works.interfaceName()
                + ") but not by "
                + dead.stream().map(attempt -> text(first.to(), attempt)).collect(Collectors.joining(", nor by "));
        String remedy = "tell MPI which interface to take: --mca btl_tcp_if_include " + works.interfaceName() + ", or -iface "
                + works.interfaceName() + " for MPICH";
        boolean taken = dead.stream().anyMatch(attempt -> near(first, attempt, hosts));
        return taken ? Problem.trouble(pairs(all), what, remedy) : Problem.note(pairs(all), what, remedy);
    }

    /** Returns whether the trying host is in the network of the address. */
    private static boolean near(Reachability reach, ConnectAttempt attempt, List<CheckedHost> hosts) {
        List<Subnet> from = subnets(hosts, reach.from(), "");
        return subnets(hosts, reach.to(), attempt.address()).stream().anyMatch(from::contains);
    }

    private static List<Subnet> subnets(List<CheckedHost> hosts, String name, String address) {
        return hosts.stream().filter(host -> host.name().equals(name)).flatMap(host -> host.facts().network().interfaces().stream())
                .flatMap(i -> i.addresses().stream()).filter(a -> address.isEmpty() || a.text().equals(address)).map(Subnet::of).toList();
    }

    private static boolean isLoopback(ConnectAttempt attempt) {
        return !attempt.address().isEmpty() && InetAddress.ofLiteral(attempt.address()).isLoopbackAddress();
    }

    private static void timings(List<Problem> found, Evidence evidence) {
        evidence.timings().stream().filter(timing -> !timing.measured())
                .forEach(timing -> found.add(Problem.trouble(timing.from() + " -> " + timing.to(),
                "connected by " + timing.by() + ", but messages do not pass: " + timing.problem(),
                "does a link or switch drop large packets? compare the MTUs ('ip link')")));
        SlowPairs pairs = new SlowPairs(evidence.timings(), evidence.acceptance());
        boolean limited = evidence.acceptance().leastLink().isPresent();
        String share = limited ? Units.format("%.0f %%", 100 * evidence.acceptance().slowLink()) : "half";
        outliers(found, evidence, new Outlier(pairs::isSlow, limited ? Severity.TROUBLE : Severity.NOTE, "slower than " + share
                + " of the usual", () -> Units.bandwidth(pairs.usualRate()), timing -> Units.bandwidth(timing.bytesPerSecond()),
                "is the host at another site, or the link at a lower speed? 'ethtool DEVICE' shows the speed"));
        outliers(found, evidence, new Outlier(pairs::isLate, Severity.NOTE, "latency of more than three times the usual",
                () -> Units.micros(pairs.usualLatency()), timing -> Units.micros(timing.latencySeconds()),
                "is the host at another site, or does an interface save power? 'ping' and 'ethtool --show-eee DEVICE' tell more"));
    }

    /**
     * The kind of pairs that differ from most.
     *
     * @param is       whether a pair is of this kind
     * @param severity how bad such a pair is that stays so when measured again; each pair that is trouble is told by itself
     * @param what     what is wrong with the pairs, to stand before the usual value
     * @param usual    returns the usual value, for people
     * @param value    returns the value of a pair, for people
     * @param remedy   what to do about pairs that stay so
     */
    private record Outlier(Predicate<PairTiming> is, Severity severity, String what, Supplier<String> usual,
                           Function<PairTiming, String> value, String remedy) {
    }

    /** Adds pairs that were slow or late. Pairs that were no longer so when measured again are noted apart from those that were. */
    private static void outliers(List<Problem> found, Evidence evidence, Outlier kind) {
        List<String> lasting = new ArrayList<>();
        List<String> passing = new ArrayList<>();
        for (PairTiming timing : evidence.timings()) {
            if (kind.is.test(timing)) {
                String pair = timing.from() + " -> " + timing.to();
                String text = pair + " " + kind.value.apply(timing);
                Optional<PairTiming> good = evidence.repeats().stream().filter(again -> SlowPairs.same(timing, again) && again.measured()
                        && !kind.is.test(again)).findFirst();
                if (good.isPresent()) {
                    passing.add(text + ", then " + kind.value.apply(good.get()));
                } else if (kind.severity == Severity.TROUBLE) {
                    found.add(Problem.trouble(pair, kind.what + " " + kind.usual.get() + ": " + kind.value.apply(timing) + " by "
                            + timing.by(), kind.remedy));
                } else {
                    lasting.add(text);
                }
            }
        }
        if (!lasting.isEmpty()) {
            found.add(Problem.note("hosts", kind.what + " " + kind.usual.get() + ": " + Groups.listed(lasting), kind.remedy));
        }
        if (!passing.isEmpty()) {
            found.add(Problem.note("hosts", "for a moment " + kind.what + " " + kind.usual.get() + ", but not when measured again: "
                    + Groups.listed(passing), "the link is not at fault: something else used the link or the hosts at that moment"));
        }
    }
}
