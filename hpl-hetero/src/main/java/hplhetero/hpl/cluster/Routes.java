package hplhetero.hpl.cluster;

import hplhetero.comm.model.NetworkCost;
import hplhetero.comm.topology.Placement;

/**
 * The way that messages go, where it is known: which links they share, and what they take.
 *
 * @param placement of the world's ranks on the nodes of a fabric
 * @param cost      of a message over a link of bandwidth 1, and of one within a node
 */
public record Routes(Placement placement, NetworkCost cost) {
}
