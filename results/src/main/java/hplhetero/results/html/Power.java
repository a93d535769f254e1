package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Energy;
import java.util.List;
import java.util.Optional;

/**
 * What the hosts of a test took, as a table.
 *
 * @param rows  a host each
 * @param words what it sums to
 */
record Power(List<Row> rows, String words) {

    /** One host; what was not measured says so. */
    record Row(String host, String joules, String watts, String clock, String lowest, String throttled, String hottest,
            String source) {
    }

    /** Null where nothing was measured. */
    static Power of(CaseResult result) {
        if (result.power().stream().allMatch(host -> host.isUnknown() && host.source().isBlank())) {
            return null;
        }
        String words = complete(result).map(sum -> "Together " + Texts.digits(sum.joules()) + " J, " + Texts.digits(sum.watts()) + " W: "
                + Texts.digits(sum.gflopsPerWatt()) + " GFLOPS/W.")
                .orElse("The energy of at least one host is not known, so that there is no sum.");
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

    /** Of all hosts; NaN where one's is not known. */
    static double joules(CaseResult result) {
        return complete(result).map(Energy::joules).orElse(Double.NaN);
    }

    /** As Green500 counts: the rate over the mean power of the timed part. */
    static double gflopsPerWatt(CaseResult result) {
        return complete(result).map(Energy::gflopsPerWatt).orElse(Double.NaN);
    }

    private static Optional<Energy> complete(CaseResult result) {
        return Energy.of(result).filter(energy -> energy.unknown().isEmpty());
    }
}
