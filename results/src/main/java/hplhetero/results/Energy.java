package hplhetero.results;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import java.util.List;
import java.util.Optional;

/**
 * The energy that the hosts of a test took together while its clock ran, as far as their energy is known.
 *
 * @param joules        energy of all hosts in {@code measured}, in joules
 * @param watts         mean power of all hosts in {@code measured}, in watts
 * @param gflopsPerWatt Rmax / {@code watts}, by which the Green500 ranks; NaN where the energy of some host is not known
 * @param measured      hosts whose energy is known
 * @param unknown       names of the hosts that took part and whose energy is not known
 */
public record Energy(double joules, double watts, double gflopsPerWatt, List<HostPower> measured, List<String> unknown) {

    public Energy {
        measured = List.copyOf(measured);
        unknown = List.copyOf(unknown);
    }

    /** Returns the energy that the hosts of a test took; empty where the energy of no host is known, or the test took no time. */
    public static Optional<Energy> of(CaseResult result) {
        List<HostPower> measured = result.power().stream().filter(host -> Double.isFinite(host.joules())).toList();
        if (measured.isEmpty() || !(result.seconds() > 0)) {
            return Optional.empty();
        }
        List<String> names = result.ranks().stream().map(rank -> rank.host()).distinct().toList();
        // a meter of all hosts together has a name that no host has
        boolean together = measured.stream().noneMatch(host -> names.contains(host.host()));
        List<String> unknown = together ? List.of() : names.stream()
                .filter(name -> measured.stream().noneMatch(host -> host.host().equals(name))).toList();
        double joules = measured.stream().mapToDouble(HostPower::joules).sum();
        double watts = joules / result.seconds();
        return Optional.of(new Energy(joules, watts, unknown.isEmpty() && watts > 0 ? result.gflops() / watts : Double.NaN, measured,
                unknown));
    }
}
