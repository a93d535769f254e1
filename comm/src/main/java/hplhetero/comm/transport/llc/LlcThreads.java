package hplhetero.comm.transport.llc;

import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.ProtocolCommunicator;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.session.JobToken;
import hplhetero.comm.transport.RankThreads;
import hplhetero.comm.transport.llc.start.ThreadStore;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToIntFunction;

/** The transport between ranks that are threads of this process, each with a translator of its own: for trying networks on one machine. */
final class LlcThreads implements Transport {
    private final Network network;
    private final RemoteLimits limits;
    private final TransportOptions options;
    /** The ranks of the latest run; null before the first run. */
    private volatile RankThreads current;
    /** The translator of rank 0 in the latest run; null before the first run. */
    private volatile Translator first;

    LlcThreads(Network network, RemoteLimits limits, TransportOptions options) {
        this.network = network;
        this.limits = limits;
        this.options = options;
    }

    @Override
    public String description() {
        Translator carrier = first;
        return "LLC, " + (carrier == null ? network.word() : carrier.description()) + ", ranks as threads of one process";
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.empty();
    }

    @Override
    public boolean leads() {
        return true;
    }

    @Override
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        Network.requireTableFor(ranks, options, 0);
        RankThreads threads = new RankThreads(ranks);
        current = threads;
        ConcurrentLinkedQueue<Translator> translators = new ConcurrentLinkedQueue<>();
        ThreadStore store = new ThreadStore(ranks);
        CoreSharing cores = new CoreSharing(ranks);
        Network.Job job = new Network.Job(JobToken.fresh(), InetAddress.getLoopbackAddress(),
                Network.TCP);
        try {
            return threads.run(rank -> {
                Translator translator = network.open(options, job, rank);
                translators.add(translator);
                if (rank == 0) {
                    first = translator;
                }
                RankIdentity identity = new RankIdentity(rank, ranks, threads.hostName(), threads.activity(rank));
                return ProtocolCommunicator.world(Engines.engine(identity, threads.state(), cores, limits, translator, store));
            }, rankMain, options, ThreadRunGuard.Clock.REAL);
        } finally {
            translators.forEach(Translator::close);
        }
    }

    @Override
    public Optional<String> failure() {
        RankThreads last = current;
        return last == null ? Optional.empty() : last.state().text();
    }

    @Override
    public void close() {
        // each run gives back what it took
    }
}
