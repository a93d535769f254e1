package hplhetero.run.net;

import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import java.util.List;

/** Which algorithms there are. */
@FunctionalInterface
interface Catalogue {
    List<Algorithm> of(Collective collective);
}
