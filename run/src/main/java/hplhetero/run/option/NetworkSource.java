package hplhetero.run.option;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.topology.FoundPlacement;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options that name the network a command is about: a topology file or a cluster file. Commands have them as a group, of which one is
 * given.
 */
public final class NetworkSource {
    @Option(names = {"--topology"}, paramLabel = "FILE", required = true,
            description = "File that describes the network and where the ranks sit in it (docs/topology-file.md).")
    private Path topology;

    @Option(names = {"--cluster"}, paramLabel = "FILE", required = true,
            description = "File with hosts and with what was measured between them (docs/cluster-file.md). Its measurements are the "
                    + "defaults of the costs.")
    private Path cluster;

    /**
     * What a file says of a network.
     *
     * @param file     the file's name, for messages
     * @param topology the network, and where ranks sit in it if that is known
     * @param measured what the links cost, where the file is a cluster file
     */
    public record Described(String file, Topology topology, Optional<ClusterNetwork> measured) {

        /** Returns what the file does not say and was assumed, a line each. */
        public String assumptions() {
            StringBuilder lines = new StringBuilder();
            topology.notes().forEach(each -> lines.append("Assumed: ").append(each).append('\n'));
            measured.map(ClusterNetwork::found).map(FoundPlacement::assumptions).ifPresent(all -> all
                    .forEach(each -> lines.append("Assumed: ").append(each).append('\n')));
            return lines.toString();
        }
    }

    /**
     * Reads the file that the user named by {@code --topology} or {@code --cluster}.
     *
     * @return the network, with costs measured on it where the file is a cluster file
     * @throws InputException when the file cannot be read or used
     */
    public Described read() {
        if (topology != null) {
            return new Described(topology.toString(), TopologyFileReader.read(topology), Optional.empty());
        }
        ClusterNetwork network = network(cluster);
        return new Described(cluster.toString(), new Topology(network.found().placement().fabric(),
                Optional.of(network.found().placement())), Optional.of(network));
    }

    /** Returns the topology file, where one was given. */
    public Optional<Path> topology() {
        return Optional.ofNullable(topology);
    }

    /**
     * Returns what a cluster file says; empty where a topology file was given.
     *
     * @throws InputException when the file cannot be read
     */
    public Optional<Cluster> cluster() {
        return Optional.ofNullable(cluster).map(ClusterFileReader::read);
    }

    private static ClusterNetwork network(Path cluster) {
        try {
            return ClusterNetwork.of(ClusterFileReader.read(cluster));
        } catch (IllegalArgumentException e) {
            throw new InputException(cluster + ": " + e.getMessage(), e);
        }
    }
}
