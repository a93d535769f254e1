package hplhetero.hpl.network.probe;

import java.util.List;
import java.util.Optional;

/**
 * What was measured of a network, equal on all ranks.
 *
 * @param hosts     name of each rank's host, indexed by rank
 * @param siteOf    number of each rank's site, indexed by rank
 * @param alone     samples of a few pairs of each kind, taken while nobody else sent
 * @param together  samples of all pairs, the pairs of a round at once; empty where this was not asked for
 * @param overheads what a message takes of a rank's own time; empty with one rank
 * @param incasts   times of many ranks that send to one; empty with fewer than three ranks
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
     * The median times that a short message takes of a rank's own thread.
     *
     * @param a       rank that sends and receives, and whose time is measured
     * @param b       the peer of {@code a}
     * @param send    seconds to hand a short message over
     * @param receive seconds to take a short message that has come
     */
    public record Overheads(int a, int b, double send, double receive) {
    }

    /**
     * The time that several ranks take to send to one at the same time.
     *
     * @param receiver rank that receives
     * @param senders  number of ranks that send
     * @param bytes    bytes from each sender
     * @param seconds  median seconds from the receiver's word to send to the end of the last message
     */
    public record Incast(int receiver, int senders, int bytes, double seconds) {
    }
}
