package hplhetero.results.history;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The rates at which hosts computed the updates of a test, so that a host that became slower can be named. The rate of a host is the sum
 * of its ranks' rates. The rate of a rank is its share of the matrix, as a share of 2/3 N^3 operations, divided by the seconds that its
 * workers spent in dgemm and dtrsm on average. Waiting and messages do not count.
 *
 * @param gflops rate of each host in GFLOPS, by the host's name, in the order of ranks; a host whose rate is not known is left out
 */
public record HostRates(SequencedMap<String, Double> gflops) {
    /** No rates, for a test of which nothing is known of single hosts. */
    public static final HostRates NONE = new HostRates(Collections.emptyNavigableMap());
    /** The most hosts whose rates a test keeps, so that a line of the history stays below some 4 KB. */
    static final int MOST = 64;
    private static final double NANO = 1e-9;
    /** The precision of a rate: four digits, so that lines of the history are short. */
    private static final MathContext DIGITS = new MathContext(4);

    public HostRates {
        gflops = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(gflops));
    }

    /**
     * Returns the rates of the hosts of a test. There are none where block columns changed owners, as the shares of ranks at the end are
     * not those of the whole test, and for a host with a device (GPU), whose time in updates is not known.
     *
     * @param result the result of the test
     */
    static HostRates of(CaseResult result) {
        if (result.adaptation().hasMoved()) {
            return NONE;
        }
        double n = result.hplCase().n();
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        for (RankReport rank : result.ranks()) {
            rates.merge(rank.host(), NANO * 2 / 3 * n * n * n * rank.blockShare() / seconds(rank), Double::sum);
        }
        rates.values().removeIf(rate -> !(rate > 0 && Double.isFinite(rate)));
        rates.replaceAll((host, rate) -> new BigDecimal(rate).round(DIGITS).doubleValue());
        return rates.size() > MOST ? NONE : new HostRates(rates);
    }

    /** Returns the seconds that each worker of a rank spent in updates on average; NaN where they are not known. */
    private static double seconds(RankReport rank) {
        return rank.device().isPresent() ? Double.NaN : (rank.seconds().getOrDefault(Phase.DGEMM, 0.0)
                + rank.seconds().getOrDefault(Phase.DTRSM, 0.0)) / rank.workers();
    }
}
