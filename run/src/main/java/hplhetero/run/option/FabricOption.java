package hplhetero.run.option;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.hpl.network.FabricCluster;
import hplhetero.input.cluster.QuantityText;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the fabric that a run's messages go over. Ranks are described by a cluster file, or are all equal. */
@Heading(Topic.NETWORK)
public final class FabricOption {
    private static final String SPEED = "50GFLOPS";

    @Common
    @Option(names = {"--topology"}, paramLabel = "FILE", description = "File that describes the network and where the ranks sit in it "
            + "(docs/topology-file.md). Without --cluster all ranks are equally fast.")
    private Path topology;

    @Option(names = {"--speed"}, paramLabel = "SPEED", description = "With --topology, without --cluster: rate at which each rank updates "
            + "(default: " + SPEED + "). Ranks factor panels at a quarter of this rate.")
    private String speed;

    @Mixin
    private CostOptions costs = new CostOptions();

    /**
     * A cluster whose routes are known.
     *
     * @param cluster   the cluster with its routes
     * @param said      what its messages cost, and what was assumed, a line each
     */
    public record Described(Cluster cluster, List<String> said) {

        public Described {
            said = List.copyOf(said);
        }
    }

    /** Returns whether a topology file was given. */
    public boolean given() {
        return topology != null;
    }

    /**
     * Returns the cluster whose ranks have places in a network, so that the routes of its messages are known. With {@code --topology}, the
     * network is that of the topology file, and the ranks are those of the cluster file, or equal ones where there is no cluster file.
     * Without {@code --topology}, returns the cluster of the cluster file if that file gives routes too. Empty in all other cases.
     *
     * @param described the cluster of the cluster file; empty where no such file is given
     * @throws InputException when a file cannot be read, the topology contradicts the cluster about the ranks, or {@code --speed} is given
     * with a cluster file or without {@code --topology}
     */
    public Optional<Described> on(Optional<Cluster> described) {
        if (topology == null && speed != null) {
            throw new InputException("--speed " + speed + ": goes with --topology only, drop it");
        }
        if (described.isPresent()) {
            if (speed != null) {
                throw new InputException("--speed " + speed + ": the cluster file says how fast its ranks are, drop the option");
            }
            return placed(described.get());
        }
        return topology == null ? Optional.empty() : Optional.of(alike(topology, speed, costs));
    }

    private Optional<Described> placed(Cluster cluster) {
        Optional<Topology> read = Optional.ofNullable(topology).map(TopologyFileReader::read);
        Optional<Placement> placement = read.isEmpty() ? cluster.network().routes().map(routes -> routes.placement())
                : read.map(is -> is.placement(cluster.ranks().stream().map(RankProfile::host).toList(), topology.toString()));
        return placement.map(seats -> {
            Optional<ClusterNetwork> measured = Optional.of(ClusterNetwork.of(cluster));
            List<String> said = new ArrayList<>(List.of(seats.toString(), "Messages: " + costs.words(measured)));
            read.ifPresent(is -> is.notes().forEach(note -> said.add("Assumed: " + note)));
            return new Described(FabricCluster.on(seats, costs.cost(measured), cluster), said);
        });
    }

    /**
     * Returns a cluster's ranks on the fabric of a file. Messages cost what was measured or described.
     *
     * @param topology the topology file
     * @param cluster  the ranks and their links as measured or described
     * @throws InputException when the file cannot be read, or contradicts the cluster about the ranks
     */
    public static Cluster measured(Path topology, Cluster cluster) {
        Placement seats = TopologyFileReader.read(topology).placement(cluster.ranks().stream().map(RankProfile::host).toList(),
                topology.toString());
        return FabricCluster.on(seats, new CostOptions().cost(Optional.of(ClusterNetwork.of(cluster))), cluster);
    }

    /**
     * Returns a cluster of equal ranks on the fabric of a file: where the file places ranks, those, otherwise one rank on each node.
     *
     * @param topology the topology file
     * @param speed    rate at which each rank updates, such as {@code 50GFLOPS}; null: 50 GFLOPS are assumed
     * @param costs    what messages cost
     * @throws InputException when the file or the speed cannot be read
     */
    public static Described alike(Path topology, String speed, CostOptions costs) {
        Topology read = TopologyFileReader.read(topology);
        Placement placement = read.placement().orElseGet(() -> Placement.full(read.fabric()));
        NetworkCost cost = costs.cost();
        String each = speed == null ? SPEED : speed;
        List<String> said = new ArrayList<>(List.of(placement.toString(), "Messages: " + costs.words()));
        read.notes().forEach(note -> said.add("Assumed: " + note));
        if (read.placement().isEmpty()) {
            said.add("Assumed: a rank on each node, because the file places no ranks");
        }
        if (speed == null) {
            said.add("Assumed: each rank updates at " + SPEED + ", and factors panels at a quarter of it");
        }
        return new Described(FabricCluster.alike(placement, cost, QuantityText.gflops("--speed", each), "alike, " + each + " each, on "
                + topology), said);
    }
}
