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
 * What a user's own meter has shown, which takes the place of what was measured.
 *
 * @param watts of all hosts together, or of each; empty: none were given
 * @param hosts all, in the order of the watts
 */
public record GivenWatts(List<Double> watts, List<String> hosts) {
    private static final String SOURCE = "--watts: a user's meter";

    /** @throws InputException when there are as many neither as hosts nor as one */
    public GivenWatts {
        watts = List.copyOf(watts);
        hosts = List.copyOf(hosts);
        if (watts.size() > 1 && watts.size() != hosts.size()) {
            throw new InputException("--watts " + watts.stream().map(String::valueOf).collect(Collectors.joining(",")) + ": has "
                    + watts.size() + " numbers for " + hosts.size() + " host(s): give one of all together, or one for each of "
                    + String.join(", ", hosts));
        }
    }

    /** The same test with them; of hosts that take no part none are counted, where each has its own. */
    public CaseResult applied(CaseResult result) {
        if (watts.isEmpty() || !(result.seconds() > 0)) {
            return result;
        }
        SequencedMap<String, HostPower> power = new LinkedHashMap<>();
        result.ranks().forEach(rank -> power.putIfAbsent(rank.host(), HostPower.unknown(rank.host())));
        result.power().forEach(one -> power.put(one.host(), one.with(Double.NaN, "")));
        if (watts.size() == 1 && hosts.size() > 1) {
            power.values().removeIf(HostPower::isUnknown);
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
