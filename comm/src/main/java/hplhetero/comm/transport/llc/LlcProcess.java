package hplhetero.comm.transport.llc;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.protocol.remote.Translator;
import hplhetero.comm.transport.HostName;
import hplhetero.comm.transport.LaunchEnvironment;
import hplhetero.comm.transport.RankOfProcess;
import hplhetero.comm.transport.llc.start.StoreClient;
import hplhetero.comm.transport.llc.start.StoreServer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One rank in this process, the others in theirs. The thread that opens it is the rank's: it alone runs and closes it. */
final class LlcProcess implements Transport {
    private final Translator translator;
    private final RankIdentity identity;
    private final RankOfProcess rank;

    LlcProcess(Network network, TransportOptions options) {
        LaunchEnvironment environment = LaunchEnvironment.of(StoreServer.VARIABLES, options.environment());
        String host = HostName.local();
        identity = new RankIdentity(environment.rank(), environment.size(), host, new Activity());
        RunState state = new RunState();
        try (StoreClient store = new StoreClient(environment, host)) {
            InetAddress address = environment.address().map(LlcProcess::named).orElse(store.localAddress());
            translator = network.open(options, new Network.Job(environment.key(), address), environment.rank());
            rank = new RankOfProcess(identity, Engines.engine(identity, state, new CoreSharing(environment.ranksOnHost()),
                    RemoteLimits.USUAL, translator, store), state, options);
        }
    }

    private static InetAddress named(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new CommException(LaunchEnvironment.addressVariable(StoreServer.VARIABLES) + "=" + address
                    + " is no address of this host: name one by which the other hosts reach it, or unset the variable", e);
        }
    }

    @Override
    public String description() {
        return Stream.concat(Stream.of("LLC, " + translator.description()), rank.notes().stream()).collect(Collectors.joining("; "));
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.of(identity.size());
    }

    @Override
    public boolean leads() {
        return identity.rank() == 0;
    }

    @Override
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        return rank.run(ranks, rankMain);
    }

    @Override
    public Optional<String> failure() {
        return rank.failure();
    }

    @Override
    public void close() {
        rank.close();
        translator.close();
    }
}
