package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Energy;
import java.util.List;
import java.util.Optional;

/**
 * A table of the power that the hosts of a test took.
 *
 * @param rows  a row for each host
 * @param words the sum over the hosts, in a sentence
 */
record Power(List<Row> rows, String words) {

    /** A row for one host. What was not measured says so. */
    record Row(String host, String joules, String watts, String clock, String lowest, String throttled, String hottest,
            String source) {
    }

    /** Returns the table of a test; null where nothing was measured. */
    static Power of(CaseResult result) {
        if (result.power().stream().allMatch(host -> host.isUnknown() && host.source().isBlank())) {
            return null;
        }
        String words = complete(result).map(sum -> "Together " + Texts.digits(sum.joules()) + " J, " + Texts.digits(sum.watts()) + " W: "
                + Texts.digits(sum.gflopsPerWatt()) + " GFLOPS/W.")
                .orElse("The energy of at least one host is not known, so there is no sum.");
        return new Power(result.power().stream().map(host -> row(host, result.seconds())).toList(), words);
    }

    private static Row row(HostPower host, double seconds) {
        return new Row(host.host(), number(host.joules(), "J"), number(host.joules() / seconds, "W"),
                number(host.meanMegahertz(), "MHz"), number(host.leastMegahertz(), "MHz"),
                host.throttled() < 0 ? "not counted" : host.throttled() == 0 ? "never" : Texts.count(host.throttled(), "time"),
                number(host.celsius(), "\u00b0C"),
                host.source().isBlank() ? "not measured" : host.source());
    }

    private static String number(double value, String unit) {
        return Double.isFinite(value) ? Texts.digits(value) + " " + unit : "not known";
    }

    /** Returns the energy of all hosts, in joules; NaN where the energy of some host is not known. */
    static double joules(CaseResult result) {
        return complete(result).map(Energy::joules).orElse(Double.NaN);
    }

    /**
     * Returns GFLOPS per watt as the Green500 counts: the rate divided by the mean power of the timed part. NaN where some host's is not
     * known.
     */
    static double gflopsPerWatt(CaseResult result) {
        return complete(result).map(Energy::gflopsPerWatt).orElse(Double.NaN);
    }

    private static Optional<Energy> complete(CaseResult result) {
        return Energy.of(result).filter(energy -> energy.unknown().isEmpty());
    }
}
