package hplhetero.input.topology;

import hplhetero.comm.topology.Fabric;
import hplhetero.comm.topology.Placement;
import java.util.Optional;

/**
 * What a topology file says.
 *
 * @param fabric    the network
 * @param placement where ranks sit, if it says
 */
public record Topology(Fabric fabric, Optional<Placement> placement) {

    public Topology {
        if (placement.isPresent() && placement.get().fabric() != fabric) {
            throw new IllegalArgumentException("fabric=" + fabric.name() + ": the placement must be on it");
        }
    }
}
