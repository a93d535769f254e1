package hplhetero.comm.transport.llc.start;

import hplhetero.comm.liveness.RankHost;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.session.JobToken;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.launch.StoreClient;
import hplhetero.comm.transport.llc.start.pmi.ProcessManager;
import hplhetero.comm.transport.llc.start.pmi.Starter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The facts that a rank's process knows at its start, whoever started it.
 *
 * @param rank        this process' rank
 * @param size        the number of ranks
 * @param ranksOnHost how many ranks run on this host
 * @param token       secret by which the ranks of the job are known, and no one else
 * @param address     address of this host, by which the other ranks reach it
 * @param store       store for what ranks tell each other
 * @param leave       tells the store that this rank needs it no more
 */
public record RankStart(int rank, int size, int ranksOnHost, JobToken token, InetAddress address, KeyValueStore store, Runnable leave)
        implements AutoCloseable {
    private static final String TOKEN = "token 0";

    /**
     * Returns whether this process is one of several ranks, started by this program's launcher, or by mpirun or srun.
     *
     * @param environment the process' environment variables
     */
    public static boolean isOneOfSeveral(Map<String, String> environment) {
        return LaunchEnvironment.isThere(environment) || Starter.of(environment).isPresent();
    }

    /**
     * Finds out which rank this process is, and how the ranks find each other. Collective. Ranks that this program's launcher has not
     * started tell each other where they are, by the store of the program that started them, and rank 0 makes the token. Whoever can read
     * that store, as the user and root can, could take part.
     *
     * @param environment variables of a process for which {@link #isOneOfSeveral} holds
     * @param host        the name of this host
     * @throws hplhetero.comm.CommException when the ranks cannot find each other, with the remedy
     */
    public static RankStart of(Map<String, String> environment, String host) {
        return LaunchEnvironment.isThere(environment) ? byOurLauncher(environment, host)
                : byStarter(Starter.of(environment).orElseThrow().open(environment), LaunchEnvironment.namedAddress(environment), host);
    }

    private static RankStart byOurLauncher(Map<String, String> environment, String host) {
        LaunchEnvironment told = LaunchEnvironment.of(environment);
        StoreClient store = new StoreClient(told, host);
        return new RankStart(told.rank(), told.size(), told.ranksOnHost(), told.token(),
                LaunchEnvironment.namedAddress(environment).orElseGet(store::localAddress), store, store::close);
    }

    static RankStart byStarter(ProcessManager store, Optional<InetAddress> named, String host) {
        int rank = store.rank();
        if (rank == 0) {
            store.put(TOKEN, JobToken.fresh().text().getBytes(StandardCharsets.US_ASCII));
        }
        store.put(key(rank), RankHost.here(host).encoded());
        store.barrier();
        List<RankHost> hosts = IntStream.range(0, store.size()).mapToObj(r -> RankHost.decoded(store.get(key(r)))).toList();
        JobToken token = new JobToken(new String(store.get(TOKEN), StandardCharsets.US_ASCII));
        int onHost = (int) hosts.stream().filter(one -> one.host().equals(host)).count();
        return new RankStart(rank, store.size(), onHost, token,
                named.orElseGet(() -> RankHost.towardsOthers(host, hosts, LaunchEnvironment.ADDRESS)), store, store::close);
    }

    private static String key(int rank) {
        return "host " + rank;
    }

    @Override
    public void close() {
        leave.run();
    }
}
