package hplhetero.run.net.probe;

import hplhetero.comm.Communicator;
import hplhetero.hpl.network.probe.NetworkProbe;
import hplhetero.hpl.network.probe.ProbeRequest;
import hplhetero.hpl.network.probe.ProbeResult;
import hplhetero.hpl.network.probe.ProbedNetwork;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileWriter;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.results.format.Page;
import hplhetero.results.format.WholeFile;
import hplhetero.run.start.RankWork;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The work of all ranks in a probe: they measure, and rank 0 then reports. */
final class ProbeWork implements RankWork {
    private static final long serialVersionUID = 1L;

    private final int ranks;
    private final ProbeRequest request;
    // this field and those below exist on rank 0 alone
    private final transient Optional<FoundPlacement> known;
    private final transient String transport;
    private final transient Optional<Path> out;
    private final transient Optional<Path> json;
    private final transient Page page;

    /**
     * Makes the work of a probe.
     *
     * @param ranks     number of ranks that are to take part
     * @param request   what is measured
     * @param known     where the ranks sit, where the network tells
     * @param transport name of the transport, for people
     * @param out       topology file to be written
     * @param json      JSON file to be written
     * @param page      the page that the text is to fit
     */
    ProbeWork(int ranks, ProbeRequest request, Optional<FoundPlacement> known, String transport, Optional<Path> out, Optional<Path> json,
            Page page) {
        this.ranks = ranks;
        this.request = request;
        this.known = known;
        this.transport = transport;
        this.out = out;
        this.json = json;
        this.page = page;
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public int run(Communicator world) {
        boolean first = world.rank() == 0;
        ProbeResult result = new NetworkProbe(world, request, System::nanoTime, StandardError::say)
                .measure(first ? known.map(FoundPlacement::placement) : Optional.empty());
        if (first) {
            try {
                tell(result);
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
        return ExitCode.OK;
    }

    private void tell(ProbeResult result) throws IOException {
        ProbedNetwork network = network(result);
        ProbeReport report = ProbeReport.of(result, network, transport);
        System.out.print(report.text(page));
        if (json.isPresent()) {
            WholeFile.write(json.get(), new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
        }
        if (out.isPresent()) {
            WholeFile.write(out.get(), TopologyFileWriter.write(new Topology(network.found().placement().fabric(),
                    Optional.of(network.found().placement()))));
        }
    }

    private ProbedNetwork network(ProbeResult result) {
        try {
            return ProbedNetwork.of(result, known);
        } catch (IllegalArgumentException e) {
            throw new InputException("the hosts of the ranks cannot be described as a network: " + e.getMessage(), e);
        }
    }
}
