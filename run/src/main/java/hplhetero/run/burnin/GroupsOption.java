package hplhetero.run.burnin;

import hplhetero.input.text.InputException;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.results.burnin.HostRuns;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The options for which hosts solve HPL together. */
@Heading(Topic.TESTS)
final class GroupsOption {
    /** How hosts are put into groups. */
    enum Groups {
        /** Pairs of hosts, in which each host is with several others. */
        PAIRS,
        /** The hosts of each leaf switch of the network. */
        LEAVES,
        /** No groups, so that hosts run HPL alone only. */
        NO
    }

    @Option(names = {"--groups"}, paramLabel = "pairs|leaves|no", description = "After HPL on each host alone, groups of hosts solve HPL "
            + "together: pairs, the hosts of each leaf switch (needs --topology), or none. Default: leaves where --topology tells of "
            + "several, else pairs.")
    private Groups groups;

    @Option(names = {"--topology"}, paramLabel = "FILE", description = "File that describes the network and where the hosts sit in it, or "
            + "Slurm's topology.conf (docs/topology-file.md).")
    private Path topology;

    /**
     * Returns what makes groups of the hosts that are left after HPL on each alone.
     *
     * @param hosts names of all hosts
     * @throws InputException when the topology cannot be read, lacks a host, or is needed and not given
     */
    Function<List<HostRuns>, GroupRounds> rounds(List<String> hosts) {
        if (groups == Groups.LEAVES && topology == null) {
            throw new InputException("--groups leaves: the network is not known: give --topology FILE, or take --groups pairs");
        }
        List<List<String>> leaves = topology == null ? List.of() : GroupRounds.leaves(hosts, TopologyFileReader.read(topology)
                .placement(hosts, topology.toString()));
        if (groups == Groups.NO) {
            return left -> new GroupRounds(List.of());
        }
        boolean byLeaf = groups == Groups.LEAVES || groups == null && leaves.size() > 1;
        return byLeaf ? left -> GroupRounds.of(leaves, left) : GroupRounds::pairs;
    }
}
