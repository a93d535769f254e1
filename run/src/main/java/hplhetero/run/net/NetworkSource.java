package hplhetero.run.net;

import hplhetero.comm.topology.FoundPlacement;
import hplhetero.hpl.network.ClusterNetwork;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileReader;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The network that a command is about: a topology file, or a cluster file. */
final class NetworkSource {
    @ArgGroup(multiplicity = "1")
    private File file = new File();

    /** One of the two. */
    private static final class File {
        @Option(names = {"--topology"}, paramLabel = "FILE", required = true,
                description = "The network, and where ranks sit in it (docs/topology-file.md).")
        private Path topology;

        @Option(names = {"--cluster"}, paramLabel = "FILE", required = true,
                description = "Hosts, and what was measured between them (docs/cluster-file.md).")
        private Path cluster;
    }

    /**
     * What a file says.
     *
     * @param file     its name, for messages
     * @param topology the network, and where ranks sit if that is known
     * @param measured where it is a cluster file: what its links take
     */
    record Described(String file, Topology topology, Optional<ClusterNetwork> measured) {

        /** What the file does not say and was taken for granted, a line each. */
        String assumptions() {
            StringBuilder lines = new StringBuilder();
            measured.map(ClusterNetwork::found).map(FoundPlacement::assumptions).ifPresent(all -> all
                    .forEach(each -> lines.append("Assumed: ").append(each).append('\n')));
            return lines.toString();
        }
    }

    /** @throws InputException when the file cannot be read */
    Described read() {
        if (file.topology != null) {
            return new Described(file.topology.toString(), TopologyFileReader.read(file.topology), Optional.empty());
        }
        ClusterNetwork network = network(file.cluster);
        return new Described(file.cluster.toString(), new Topology(network.found().placement().fabric(),
                Optional.of(network.found().placement())), Optional.of(network));
    }

    private static ClusterNetwork network(Path cluster) {
        try {
            return ClusterNetwork.of(ClusterFileReader.read(cluster));
        } catch (IllegalArgumentException e) {
            throw new InputException(cluster + ": " + e.getMessage(), e);
        }
    }
}
