package hplhetero.run.net.bench;

import hplhetero.comm.Communicator;
import hplhetero.hpl.calibrate.BriefLinkProbe;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.run.start.ObjectExchange;
import hplhetero.run.start.RankWork;
import hplhetero.run.terminal.ExitCode;
import java.util.Collections;
import java.util.List;

/**
 * A benchmark on ranks.
 *
 * @param request  what is to be benchmarked
 * @param ranks    number of ranks that are to take part
 * @param topology the text of a topology file; empty: hosts on one switch
 * @param where    the transport, for people
 * @param outcome  where rank 0 reports the results
 */
record BenchWork(BenchRequest request, int ranks, String topology, String where, Outcome outcome) implements RankWork {
    private static final long serialVersionUID = 1L;
    private static final int COLD_PROBES = 3;

    @Override
    public int run(Communicator world) {
        Placement placement = placement(world);
        BenchRequest priced = request.probes(world.size()) ? request.with(probed(world, placement), placement) : request;
        RealBench bench = new RealBench(priced, world, placement, where);
        BenchReport report = bench.report();
        if (world.rank() == 0) {
            outcome.tell(report, bench.selector(), placement);
        }
        return ExitCode.OK;
    }

    private static BriefLinks probed(Communicator world, Placement placement) {
        BriefLinkProbe probe = new BriefLinkProbe(world, BenchRequest.nodes(placement), Collections.nCopies(world.size(), 0),
                System::nanoTime);
        // the first results are dropped: they are those of code that is not compiled yet, and of ranks that meet for the first time
        for (int i = 0; i < COLD_PROBES; i++) {
            probe.measure();
        }
        return probe.measure();
    }

    private Placement placement(Communicator world) {
        if (topology.isEmpty()) {
            List<String> hosts = new ObjectExchange(world).all(world.hostName());
            List<String> names = hosts.stream().distinct().toList();
            return Placement.of(FlatSwitch.of(names), hosts.stream().mapToInt(names::indexOf).toArray());
        }
        Placement placement = TopologyFileReader.parse(topology).placement().orElseThrow();
        if (placement.ranks() != world.size()) {
            throw new InputException("--topology: the file places ranks=" + placement.ranks() + ", but " + world.size()
                    + " ranks run: start as many ranks as the file places, or place all that run");
        }
        return placement;
    }
}
