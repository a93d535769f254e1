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
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The fabric that a run's messages go over, of ranks that a cluster file describes or that are all alike. */
@Heading(Topic.NETWORK)
public final class FabricOption {
    private static final String SPEED = "50GFLOPS";

    @Option(names = {"--topology"}, paramLabel = "FILE",
            description = "The network, and where ranks sit in it (docs/topology-file.md). Without --cluster all ranks are alike.")
    private Path topology;

    @Option(names = {"--speed"}, paramLabel = "SPEED", description = "With --topology alone: of each rank's updates (default: " + SPEED
            + "); panels go at a quarter of it.")
    private String speed;

    @Mixin
    private CostOptions costs = new CostOptions();

    /**
     * A cluster whose routes are known.
     *
     * @param cluster   with them
     * @param said      what its messages take, and what was taken for granted, a line each
     */
    public record Described(Cluster cluster, List<String> said) {

        public Described {
            said = List.copyOf(said);
        }
    }

    public boolean given() {
        return topology != null;
    }

    /**
     * On the fabric of the option, else on that of the cluster; empty where there is neither.
     *
     * @param described a cluster file's ranks, if one is given
     * @throws InputException when the file cannot be read, or says something else of the ranks than the cluster does
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
        Optional<Placement> placement = topology == null ? cluster.network().routes().map(routes -> routes.placement())
                : Optional.of(TopologyFileReader.read(topology).placement(cluster.ranks().stream().map(RankProfile::host).toList(),
                        topology.toString()));
        return placement.map(seats -> {
            Optional<ClusterNetwork> measured = Optional.of(ClusterNetwork.of(cluster));
            return new Described(FabricCluster.on(seats, costs.cost(measured), cluster),
                    List.of(seats.toString(), "Messages: " + costs.words(measured)));
        });
    }

    /**
     * Ranks on the fabric of a file, of which messages take what was measured or described.
     *
     * @throws InputException when the file cannot be read, or says something else of the ranks than the cluster does
     */
    public static Cluster measured(Path topology, Cluster cluster) {
        Placement seats = TopologyFileReader.read(topology).placement(cluster.ranks().stream().map(RankProfile::host).toList(),
                topology.toString());
        return FabricCluster.on(seats, new CostOptions().cost(Optional.of(ClusterNetwork.of(cluster))), cluster);
    }

    /**
     * Ranks that are all alike.
     *
     * @param topology the file
     * @param speed    as given, or null
     * @throws InputException when one of them cannot be read
     */
    public static Described alike(Path topology, String speed, CostOptions costs) {
        Topology read = TopologyFileReader.read(topology);
        Placement placement = read.placement().orElseGet(() -> Placement.full(read.fabric()));
        NetworkCost cost = costs.cost();
        String each = speed == null ? SPEED : speed;
        List<String> said = new ArrayList<>(List.of(placement.toString(), "Messages: " + costs.words()));
        read.notes().forEach(note -> said.add("Assumed: " + note));
        if (read.placement().isEmpty()) {
            said.add("Assumed: a rank on each node, for the file says nothing of ranks");
        }
        if (speed == null) {
            said.add("Assumed: each rank updates at " + SPEED + ", and factors panels at a quarter of it");
        }
        return new Described(FabricCluster.alike(placement, cost, QuantityText.gflops("--speed", each), "alike, " + each + " each, on "
                + topology), said);
    }
}
