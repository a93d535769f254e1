package hplhetero.run.net;

import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import java.util.List;

/** Finds the algorithms that exist for ranks on a placement. */
@FunctionalInterface
interface Catalogue {
    /** Returns the algorithms of a collective that exist for the ranks of a placement. */
    List<Algorithm> of(Collective collective, Placement placement);
}
