package hplhetero.comm.transport.llc;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.transport.HostName;
import hplhetero.comm.transport.ProcessTransport;
import hplhetero.comm.transport.RankOfProcess;
import hplhetero.comm.transport.llc.start.RankStart;

/** The transport between one rank in this process and the others in theirs, by a translator of LLC. */
final class LlcProcess extends ProcessTransport {
    /**
     * The connection to what started the ranks, closed only in an orderly end. A rank that leaves without closing it shows the starter that
     * the run has failed.
     */
    private final RankStart start;
    private final Translator translator;
    private final RankOfProcess rank;

    LlcProcess(Network network, TransportOptions options) {
        String host = HostName.local();
        RunState state = new RunState();
        start = RankStart.of(options.environment(), host);
        Network.requireTableFor(start.size(), options, start.rank());
        RankIdentity identity = new RankIdentity(start.rank(), start.size(), host, new Activity());
        Network between = network == Network.BEST ? Network.between(start, options) : network;
        translator = network.open(options, new Network.Job(start.token(), start.address(), between), start.rank());
        rank = new RankOfProcess(identity, Engines.engine(identity, state, new CoreSharing(start.ranksOnHost()), RemoteLimits.USUAL,
                translator, start.store()), state, options);
    }

    @Override
    protected String carrier() {
        return "LLC, " + translator.description();
    }

    @Override
    protected RankOfProcess rank() {
        return rank;
    }

    /** Serves ranks that have not ended, after this rank has: by some networks they wait for its answer. */
    private void serve() {
        try {
            translator.poll((command, value) -> { });
        } catch (CommException gone) {
            // other ranks tell of the lost peer
        }
    }

    @Override
    public void close() {
        rank.close(this::serve);
        translator.close();
        if (failure().isEmpty()) {
            start.close();
        }
    }
}
