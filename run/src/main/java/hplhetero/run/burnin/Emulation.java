package hplhetero.run.burnin;

import hplhetero.input.text.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Faults that are emulated on some hosts, for tests and demonstrations of a burn-in. */
final class Emulation {
    private static final String OPTION = "--emulate";
    private static final String SLOWDOWN = OPTION + "-slowdown";
    private static final List<String> FAULTS = List.of("slowdown", "bitflip");

    private Emulation() {
    }

    /**
     * Reads faults of the form {@code HOST:slowdown=1.25} or {@code HOST:bitflip=0:3:update}, and returns the options of {@code hpl run}
     * that emulate them, by host.
     *
     * @param faults the values of {@code --emulate}
     * @param hosts  the hosts of the burn-in
     * @throws InputException when a value is no such fault, or names a host that takes no part
     */
    static Map<String, List<String>> options(List<String> faults, List<String> hosts) {
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (String fault : faults) {
            int value = fault.indexOf('=');
            int colon = value < 0 ? -1 : fault.lastIndexOf(':', value);
            if (colon < 0 || !FAULTS.contains(fault.substring(colon + 1, value))) {
                throw new InputException(OPTION + " " + fault + ": expected HOST:slowdown=FACTOR or HOST:bitflip=RANK:STEP:PHASE: give "
                        + "such as node2:slowdown=1.25");
            }
            String host = fault.substring(0, colon);
            if (!hosts.contains(host)) {
                throw new InputException(OPTION + " " + fault + ": " + host + " takes no part: name one of " + String.join(", ", hosts));
            }
            options.computeIfAbsent(host, ignored -> new ArrayList<>())
                    .addAll(List.of(OPTION + "-" + fault.substring(colon + 1, value), fault.substring(value + 1)));
        }
        return options;
    }

    /**
     * Returns the options that slow down the ranks of a group of hosts, one on each, as their hosts are slowed alone; none where no host
     * is.
     *
     * @param emulated the options of each host, as {@link #options} returns them
     * @param group    names of the hosts, in the order of their ranks
     */
    static List<String> ofGroup(Map<String, List<String>> emulated, List<String> group) {
        List<String> factors = group.stream().map(host -> {
            List<String> own = emulated.getOrDefault(host, List.of());
            int place = own.indexOf(SLOWDOWN);
            return place < 0 ? "1" : own.get(place + 1);
        }).toList();
        return group.stream().noneMatch(host -> emulated.getOrDefault(host, List.of()).contains(SLOWDOWN)) ? List.of()
                : List.of(SLOWDOWN, String.join(",", factors));
    }
}
