package hplhetero.comm.transport.llc.start;

import hplhetero.comm.CommException;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.transport.LaunchEnvironment;
import hplhetero.comm.transport.llc.start.pmi.ProcessManager;
import hplhetero.comm.transport.llc.start.pmi.Starter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A rank's process at its start, whoever started it.
 *
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param ranksOnHost how many of them this host has
 * @param token       by which ranks of the job are known, and no one else
 * @param address     of this host, by which the other ranks reach it
 * @param store       for what they tell each other
 * @param leave       tells that this rank needs the store no more
 */
public record RankStart(int rank, int size, int ranksOnHost, String token, InetAddress address, KeyValueStore store, Runnable leave)
        implements AutoCloseable {
    private static final String TOKEN = "token 0";

    /** Whether this process is one of several ranks, started by our launcher, or by mpirun or srun. */
    public static boolean isOneOfSeveral(Map<String, String> environment) {
        return LaunchEnvironment.isThere(StoreServer.VARIABLES, environment) || Starter.of(environment).isPresent();
    }

    /**
     * Finds out what it is. Collective. Ranks that our launcher has not started tell each other, by the store of what did, where they are;
     * rank 0 makes the token. Whoever can read that store, as the user and root can, could take part.
     *
     * @param environment of a process for which {@link #isOneOfSeveral} holds
     * @param host        the name of this host
     * @throws CommException when the ranks cannot find each other, with the remedy
     */
    public static RankStart of(Map<String, String> environment, String host) {
        return LaunchEnvironment.isThere(StoreServer.VARIABLES, environment) ? byOurLauncher(environment, host)
                : byStarter(Starter.of(environment).orElseThrow().open(environment), named(environment), host);
    }

    private static RankStart byOurLauncher(Map<String, String> environment, String host) {
        LaunchEnvironment told = LaunchEnvironment.of(StoreServer.VARIABLES, environment);
        StoreClient store = new StoreClient(told, host);
        return new RankStart(told.rank(), told.size(), told.ranksOnHost(), told.key(), named(environment).orElseGet(store::localAddress),
                store, store::close);
    }

    static RankStart byStarter(ProcessManager store, Optional<InetAddress> named, String host) {
        int rank = store.rank();
        if (rank == 0) {
            store.put(TOKEN, StoreServer.newToken().getBytes(StandardCharsets.US_ASCII));
        }
        store.put(key(rank), Seat.here(host).encoded());
        store.barrier();
        List<Seat> seats = IntStream.range(0, store.size()).mapToObj(r -> Seat.decoded(store.get(key(r)))).toList();
        String token = new String(store.get(TOKEN), StandardCharsets.US_ASCII);
        int onHost = (int) seats.stream().filter(seat -> seat.host().equals(host)).count();
        return new RankStart(rank, store.size(), onHost, token, named.orElseGet(() -> Seat.towardsOthers(host, seats)), store,
                store::close);
    }

    private static String key(int rank) {
        return "seat " + rank;
    }

    private static Optional<InetAddress> named(Map<String, String> environment) {
        String variable = LaunchEnvironment.addressVariable(StoreServer.VARIABLES);
        return Optional.ofNullable(environment.get(variable)).map(String::strip).filter(text -> !text.isEmpty()).map(text -> {
            try {
                return InetAddress.getByName(text);
            } catch (UnknownHostException e) {
                throw new CommException(variable + "=" + text
                        + " is no address of this host: name one by which the other hosts reach it, or unset the variable", e);
            }
        });
    }

    @Override
    public void close() {
        leave.run();
    }
}
