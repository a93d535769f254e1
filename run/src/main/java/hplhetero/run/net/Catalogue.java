package hplhetero.run.net;

import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.topology.Placement;
import java.util.List;

/** Which algorithms there are for ranks that sit so. */
@FunctionalInterface
interface Catalogue {
    List<Algorithm> of(Collective collective, Placement placement);
}
