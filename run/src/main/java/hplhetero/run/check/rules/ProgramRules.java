package hplhetero.run.check.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/** The rules for reachability, builds, Java and byte order, and for hosts that are one machine or share a name. */
final class ProgramRules {
    private static final int OLDEST_JAVA = 25;

    private ProgramRules() {
    }

    /** Returns which hosts could not be inspected, differ in build or byte order, lack the right Java, or are in fact one machine. */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        evidence.lost().forEach((host, lost) -> found.add(Problem.trouble(host, "cannot be looked at: " + lost.why(),
                !lost.remedy().isEmpty()
                ? lost.remedy() : "try 'ssh " + host + " true', which must work without a password; then try './hpl --version' there")));
        List<CheckedHost> hosts = evidence.hosts();
        unlike(found, hosts, "builds of hpl-hetero", host -> host.facts().program().version() + " (" + host.facts().program().build() + ")",
                "copy one build to all hosts, and remove the old one");
        unlike(found, hosts, "byte orders", host -> host.facts().program().byteOrder(), "run on hosts of one byte order");
        java(found, hosts);
        machines(found, hosts);
        return found;
    }

    private static void unlike(List<Problem> found, List<CheckedHost> hosts, String what, Function<CheckedHost, String> of, String remedy) {
        SequencedMap<String, List<CheckedHost>> groups = Groups.by(hosts, of);
        if (groups.size() > 1) {
            found.add(Problem.trouble("hosts", "unlike " + what + ": " + Groups.spread(groups), remedy));
        }
    }

    private static void java(List<Problem> found, List<CheckedHost> hosts) {
        SequencedMap<Integer, List<CheckedHost>> groups = Groups.by(hosts, host -> host.facts().program().java());
        groups.forEach((version, there) -> {
            if (version < OLDEST_JAVA) {
                found.add(Problem.trouble(Groups.names(there), "Java " + version + " is too old", "install a JDK " + OLDEST_JAVA
                        + " or newer there, or set HPL_JAVA_HOME to one"));
            }
        });
        if (groups.size() > 1) {
            found.add(Problem.note("hosts", "unlike Java versions: " + Groups.spread(groups),
                    "kernels in Java may differ in speed: install the same JDK on all hosts"));
        }
    }

    /**
     * Finds hosts that are one machine, and machines that have one name.
     *
     * @param found receives the problems
     * @param hosts the hosts that were inspected
     */
    static void machines(List<Problem> found, List<CheckedHost> hosts) {
        for (Map.Entry<String, List<CheckedHost>> kernel : Groups.by(hosts, host -> host.facts().bootId()).entrySet()) {
            if (kernel.getKey().isEmpty() || kernel.getValue().size() < 2) {
                continue;
            }
            SequencedMap<String, List<CheckedHost>> named = Groups.by(kernel.getValue(), host -> host.facts().name());
            named.forEach((own, same) -> {
                if (same.size() > 1) {
                    found.add(Problem.trouble(Groups.names(same), "are one machine, named " + own,
                            "give this machine once, with all of its ranks: " + same.getFirst().name() + ":" + same.stream()
                            .mapToInt(CheckedHost::ranks).sum()));
                }
            });
            if (named.size() > 1) {
                found.add(Problem.note(Groups.names(kernel.getValue()),
                        "are the same machine: they share one kernel (containers or network namespaces)",
                        "count the cores and the memory once: each of these hosts reports all of them"));
            }
        }
        Groups.by(hosts, host -> host.facts().name()).forEach((own, same) -> {
            if (same.stream().map(host -> host.facts().bootId()).distinct().count() > 1) {
                found.add(Problem.trouble(Groups.names(same), "are several machines that all call themselves " + own,
                        "give each a host name of its own (hostnamectl set-hostname): ranks are counted by host name"));
            }
        });
    }
}
