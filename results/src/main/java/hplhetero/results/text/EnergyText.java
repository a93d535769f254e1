package hplhetero.results.text;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Energy;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** What a test took of energy, and what heat or a limit of power did to it, as lines of text. */
final class EnergyText {
    /** Of a clock: less is the processor's own choice from moment to moment. */
    private static final double FALLEN = 0.9;
    private static final double MEGA_TO_GIGA = 1e-3;
    private static final int MOST_NAMED_HOSTS = 4;

    private EnergyText() {
    }

    /**
     * Such as {@code energy 1234 J, 79.6 W, 0.9731 GFLOPS/W, by RAPL: package (not the whole node)}, or why it is not known; none where
     * there is nothing to say.
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
        return energy.unknown().isEmpty() ? "" : "; without " + names(energy.unknown()) + ", of which it is not known: no GFLOPS/W";
    }

    private static String names(List<String> hosts) {
        String first = hosts.stream().limit(MOST_NAMED_HOSTS).map(FreeText::line).collect(Collectors.joining(", "));
        return hosts.size() <= MOST_NAMED_HOSTS ? first : first + " and " + (hosts.size() - MOST_NAMED_HOSTS) + " more";
    }

    /** Such as {@code note: node2's clock fell from 3.4 to 1.9 GHz during the test: throttled 12 times (heat or power)}. */
    static List<String> notes(CaseResult result) {
        return result.power().stream().filter(host -> fell(host) || host.throttled() > 0).map(host -> "note: "
                + FreeText.line(host.host()) + (fell(host) ? "'s clock fell from " + gigahertz(host.fromMegahertz()) + " to "
                + gigahertz(host.leastMegahertz()) + " GHz during the test" + (host.throttled() > 0 ? ": " : "") : " was ")
                + (host.throttled() > 0 ? "throttled " + (host.throttled() == 1 ? "once" : host.throttled() + " times") + " (heat or power)"
                : "")).toList();
    }

    private static boolean fell(HostPower host) {
        return host.leastMegahertz() < FALLEN * host.fromMegahertz();
    }

    private static String gigahertz(double megahertz) {
        return String.format(Locale.ROOT, "%.1f", megahertz * MEGA_TO_GIGA);
    }

    private static String number(double value) {
        return NumberText.digits(value, 4);
    }
}
