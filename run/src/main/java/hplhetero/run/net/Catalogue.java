package hplhetero.run.net;

import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import java.util.List;

/** Which algorithms there are for ranks that sit so. */
@FunctionalInterface
interface Catalogue {
    List<Algorithm> of(Collective collective, Placement placement);
}
