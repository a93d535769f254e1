package hplhetero.run.power;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.input.text.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * The power that a user's own meter has shown. It replaces what was measured.
 *
 * @param watts watts of all hosts together, or of each; empty: none were given
 * @param hosts all hosts, in the order of the watts
 */
public record GivenWatts(List<Double> watts, List<String> hosts) {
    private static final String SOURCE = "--watts: a user's meter";

    /**
     * Checks the number of watts.
     *
     * @throws InputException when there are several watts, but not as many as hosts
     */
    public GivenWatts {
        watts = List.copyOf(watts);
        hosts = List.copyOf(hosts);
        if (watts.size() > 1 && watts.size() != hosts.size()) {
            throw new InputException("--watts " + watts.stream().map(String::valueOf).collect(Collectors.joining(",")) + ": has "
                    + watts.size() + " numbers for " + hosts.size() + " host(s): give one for all together, or one for each of "
                    + String.join(", ", hosts));
        }
    }

    /**
     * Returns the result of a test with the energy that follows from the user's watts: watts x the test's seconds. One number for several
     * hosts counts for all hosts together. With one number for each host, a host that takes no part in the test is left out. Measured
     * energy is replaced. Returns the given result unchanged where the user gave no watts, or the test took no time.
     *
     * @param result result of the test
     */
    public CaseResult applied(CaseResult result) {
        if (watts.isEmpty() || !(result.seconds() > 0)) {
            return result;
        }
        SequencedMap<String, HostPower> power = new LinkedHashMap<>();
        result.ranks().forEach(rank -> power.putIfAbsent(rank.host(), HostPower.unknown(rank.host())));
        result.power().forEach(one -> power.put(one.host(), one.with(Double.NaN, "")));
        if (watts.size() == 1 && hosts.size() > 1) {
            power.values().removeIf(host -> host.isUnknown() && host.health().isEmpty());
            String all = "all " + hosts.size() + " hosts";
            power.putFirst(all, HostPower.unknown(all).with(watts.getFirst() * result.seconds(), SOURCE));
        } else {
            for (int i = 0; i < hosts.size(); i++) {
                double joules = watts.get(i) * result.seconds();
                power.computeIfPresent(hosts.get(i), (_, one) -> one.with(joules, SOURCE));
            }
        }
        return result.withPower(new ArrayList<>(power.values()));
    }
}
