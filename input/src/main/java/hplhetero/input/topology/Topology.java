package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A network as a topology file describes it.
 *
 * @param fabric    the network
 * @param placement where ranks sit, if the file says it
 * @param subnet    what is needed to write forwarding tables, if the network is an InfiniBand fabric
 * @param notes     what the file does not say and was taken for granted, in words for people
 */
public record Topology(Fabric fabric, Optional<Placement> placement, Optional<Subnet> subnet, List<String> notes) {

    /**
     * Checks that placement and subnet, where they are given, belong to the fabric.
     *
     * @throws IllegalArgumentException when they belong to another fabric
     */
    public Topology {
        notes = List.copyOf(notes);
        if (placement.isPresent() && placement.get().fabric() != fabric) {
            throw new IllegalArgumentException("fabric=" + fabric.name() + ": the placement must be on it");
        }
        if (subnet.isPresent() && subnet.get().fabric() != fabric) {
            throw new IllegalArgumentException("fabric=" + fabric.name() + ": the subnet must be its");
        }
    }

    /**
     * Makes the topology of a network that is no InfiniBand fabric, or for which no forwarding tables will be written.
     *
     * @param fabric    the network
     * @param placement where ranks sit, if this is known
     */
    public Topology(Fabric fabric, Optional<Placement> placement) {
        this(fabric, placement, Optional.empty(), List.of());
    }

    /**
     * Returns the placement of ranks whose hosts are known: the one that the file gives, else on the nodes that have the names of the
     * hosts.
     *
     * @param hosts host of each rank, indexed by rank
     * @param file  name of the topology file, for messages
     * @throws InputException if the file places another number of ranks, puts ranks of one host on several nodes that are not its
     *         rails, or ranks of two hosts on one node; or if it places no ranks, and a host has the name of no node
     */
    public Placement placement(List<String> hosts, String file) {
        Placement seats = placement.orElseGet(() -> byName(hosts, file));
        if (seats.ranks() != hosts.size()) {
            throw new InputException(file + ": places " + seats.ranks() + " ranks, the cluster has " + hosts.size()
                    + ": place each rank of the cluster once, and no others");
        }
        Map<String, Integer> nodes = new HashMap<>();
        Map<Integer, String> names = new HashMap<>();
        for (int rank = 0; rank < hosts.size(); rank++) {
            int node = fabric.hostOf(seats.nodeOf(rank));
            String host = hosts.get(rank);
            if (nodes.computeIfAbsent(host, _ -> node) != node || !names.computeIfAbsent(node, _ -> host).equals(host)) {
                throw new InputException(file + ": rank " + rank + " of host " + host + " sits on node "
                        + fabric.nodeName(seats.nodeOf(rank)) + ", but each host needs a node of its own: place all ranks of a host, and "
                        + "no others, on one node, or on nodes that a line such as `rails n1,n1_HCA-2` says are adapters of one host");
            }
        }
        return seats;
    }

    private Placement byName(List<String> hosts, String file) {
        Map<String, Integer> nodes = new HashMap<>();
        for (int node = 0; node < fabric.nodes(); node++) {
            nodes.put(fabric.nodeName(node), node);
        }
        return Placement.of(fabric, hosts.stream().mapToInt(host -> {
            Integer node = nodes.get(host);
            if (node == null) {
                throw new InputException(file + ": has no node for host " + host + " of the cluster: place its ranks by lines such "
                        + "as `ranks 0-3 nodes=0`, or name the nodes like the hosts");
            }
            return node;
        }).toArray());
    }
}
