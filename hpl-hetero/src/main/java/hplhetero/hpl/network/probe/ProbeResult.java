package hplhetero.hpl.network.probe;

import java.util.List;
import java.util.Optional;

/**
 * What was measured, the same on all ranks.
 *
 * @param hosts     of each rank, its name
 * @param siteOf    of each rank, the number of its site
 * @param alone     a few pairs of each kind, while nobody else sent
 * @param together  all pairs, those of a round at once; empty where that was not asked for
 * @param overheads of a rank's own time; empty with one rank
 * @param incasts   many ranks that send to one; empty with fewer than three ranks
 */
public record ProbeResult(List<String> hosts, List<Integer> siteOf, List<PairSamples> alone, List<PairSamples> together,
                          Optional<Overheads> overheads, List<Incast> incasts) {

    public ProbeResult {
        hosts = List.copyOf(hosts);
        siteOf = List.copyOf(siteOf);
        alone = List.copyOf(alone);
        together = List.copyOf(together);
        incasts = List.copyOf(incasts);
    }

    /**
     * What a message takes of a rank's own thread, medians.
     *
     * @param a       who sends and receives
     * @param b       the other
     * @param send    seconds to hand a short message over
     * @param receive seconds to take one that has come
     */
    public record Overheads(int a, int b, double send, double receive) {
    }

    /**
     * Several ranks that send to one at the same time.
     *
     * @param receiver the one
     * @param senders  how many
     * @param bytes    from each
     * @param seconds  from the word to send to the last message, median
     */
    public record Incast(int receiver, int senders, int bytes, double seconds) {
    }
}
