package hplhetero.run.net.lids;

import hplhetero.network.lid.Contention;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;

/**
 * What a pattern loads over a table, as it stands in JSON.
 *
 * @param pattern        what is done
 * @param stages         in which anything is sent between nodes
 * @param contended      of these, how many have a link between switches that is more loaded than any node's
 * @param slowdown       mean over the stages of the load of the most loaded link, but at least 1
 * @param mostLoad       of the most loaded link between switches, in units of that of the most loaded link of a node
 * @param mostLoadedLink that link; null where no message passes one
 * @param worstStage     the first stage in which it is so loaded, or -1
 */
record Loads(String pattern, int stages, int contended, double slowdown, double mostLoad, Link mostLoadedLink, int worstStage) {

    static Loads of(RequestedTraffic asked, Placement placement, Traffic traffic) {
        Contention found = Contention.of(placement, traffic);
        return new Loads(asked.words(), found.stages(), found.contended(), found.mean(), found.worst(),
                found.worstLink() < 0 ? null : placement.fabric().link(found.worstLink()), found.worstStage());
    }
}
