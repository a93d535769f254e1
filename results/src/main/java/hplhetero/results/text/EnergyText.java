package hplhetero.results.text;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Energy;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The lines of text that say how much energy a test took. */
final class EnergyText {
    private static final int MOST_NAMED_HOSTS = 4;

    private EnergyText() {
    }

    /**
     * Returns the lines of a test, such as {@code energy 1234 J, 79.6 W, 0.9731 GFLOPS/W, by RAPL: package (not the whole node)}. Where the
     * energy is not known, they say why; without anything to say, there are none.
     */
    static List<String> of(CaseResult result) {
        return Energy.of(result).map(energy -> List.of("energy " + number(energy.joules()) + " J, " + number(energy.watts()) + " W"
                + (Double.isNaN(energy.gflopsPerWatt()) ? "" : ", " + number(energy.gflopsPerWatt()) + " GFLOPS/W") + ", by "
                + sources(energy) + unknown(energy))).orElseGet(() -> result.power().stream().map(HostPower::source)
                        .filter(why -> !why.isEmpty()).distinct().map(why -> "energy not known: " + FreeText.line(why)).toList());
    }

    private static String sources(Energy energy) {
        SequencedMap<String, List<String>> hosts = new LinkedHashMap<>();
        energy.measured().forEach(host -> hosts.computeIfAbsent(host.source(), any -> new ArrayList<>()).add(host.host()));
        return hosts.entrySet().stream().map(e -> FreeText.line(e.getKey()) + (hosts.size() == 1 ? "" : " on " + names(e.getValue())))
                .collect(Collectors.joining("; "));
    }

    private static String unknown(Energy energy) {
        return energy.unknown().isEmpty() ? "" : "; without " + names(energy.unknown()) + ", whose energy is not known: no GFLOPS/W";
    }

    private static String names(List<String> hosts) {
        String first = hosts.stream().limit(MOST_NAMED_HOSTS).map(FreeText::line).collect(Collectors.joining(", "));
        return hosts.size() <= MOST_NAMED_HOSTS ? first : first + " and " + (hosts.size() - MOST_NAMED_HOSTS) + " more";
    }

    private static String number(double value) {
        return NumberText.digits(value, 4);
    }
}
