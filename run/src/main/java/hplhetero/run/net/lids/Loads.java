package hplhetero.run.net.lids;

import hplhetero.network.lid.Contention;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;

/**
 * The loads of a pattern over a table, as written to JSON.
 *
 * @param pattern        what the ranks do
 * @param stages         number of stages in which anything is sent between nodes
 * @param contended      number of these stages in which a link between switches is more loaded than any node's link
 * @param slowdown       mean over these stages of the load of the most loaded link, but at least 1
 * @param mostLoad       greatest load of a link between switches, in units of that of the most loaded link of a node
 * @param mostLoadedLink the link with the greatest load; null where no message passes a link between switches
 * @param worstStage     the first stage with this load, or -1
 */
record Loads(String pattern, int stages, int contended, double slowdown, double mostLoad, Link mostLoadedLink, int worstStage) {

    /**
     * Returns the loads of some traffic.
     *
     * @param requested what the ranks do; only its name is used
     * @param placement where the ranks sit, with the paths by which they send
     * @param traffic   the messages of one algorithm
     */
    static Loads of(RequestedTraffic requested, Placement placement, Traffic traffic) {
        Contention found = Contention.of(placement, traffic);
        return new Loads(requested.words(), found.stages(), found.contended(), found.mean(), found.worst(),
                found.worstLink() < 0 ? null : placement.fabric().link(found.worstLink()), found.worstStage());
    }
}
