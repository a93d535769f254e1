package hplhetero.results.network;

import hplhetero.network.model.LinkBytes;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.Objects;
import java.util.Optional;

/**
 * What a picture of a network shows.
 *
 * @param fabric    the network
 * @param placement where ranks sit, if known
 * @param loads     bytes that pass each link, if something is sent
 * @param traffic   what is sent, in words for people; empty where nothing is
 */
public record NetworkPicture(Fabric fabric, Optional<Placement> placement, Optional<LinkBytes> loads, String traffic) {

    /**
     * Checks that placement and loads, where they are given, belong to the network.
     *
     * @throws IllegalArgumentException when they belong to another network
     */
    public NetworkPicture {
        Objects.requireNonNull(traffic, "traffic");
        if (placement.isPresent() && placement.get().fabric() != fabric || loads.isPresent() && loads.get().fabric() != fabric) {
            throw new IllegalArgumentException("fabric=" + fabric.name() + ": placement and loads must be of it");
        }
    }
}
