package hplhetero.comm.transport.launch;

import hplhetero.comm.CommException;
import hplhetero.comm.RankLauncher;
import hplhetero.comm.session.JobToken;
import hplhetero.comm.session.SealedConnection;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The launcher's end of the store, through which ranks find each other. The messages go over a {@link SealedConnection}, big-endian, with
 * strings as {@link DataOutputStream#writeUTF} writes them:
 * <pre>
 *   rank:    rank                               once
 *            PUT key, length, bytes             no answer
 *            GET key                            true, length, bytes         when somebody has put it
 *            BARRIER                            true                        when all ranks are there
 *            DONE                               the rank has come to its orderly end
 *   server:  false, why not                     in place of an answer that will not come
 * </pre>
 * A visitor that does not show within {@value #GREETING_MILLIS} ms that it has the job's token is sent away.
 */
public final class StoreServer implements RankLauncher.Gathering {
    static final byte PUT = 1;
    static final byte GET = 2;
    static final byte BARRIER = 3;
    static final byte DONE = 4;

    private static final int BACKLOG = 4_096;
    private static final int GREETING_MILLIS = 5_000;
    /** Milliseconds between two tries to accept a connection, after one failed because too many files are open. */
    private static final int RETRY_MILLIS = 100;

    private final String transport;
    private final List<String> hostOfRank;
    private final String address;
    /** Milliseconds that a visitor has to show the job's token. */
    private final int greetingMillis;
    private final JobToken token = JobToken.fresh();
    private final ServerSocket server;
    private final Map<String, byte[]> values = new HashMap<>();
    /** Whether each rank has come, indexed by rank; guarded by this. */
    private final boolean[] came;
    /** Whether each rank has come to its orderly end, indexed by rank; guarded by this. */
    private final boolean[] done;
    /** Number of ranks that wait in the present barrier; guarded by this. */
    private int inBarrier;
    /** Number of barriers that all ranks have passed; guarded by this. */
    private long barriers;
    /** Why values and barriers will not come any more; null while they may. Written while this is locked. */
    private String end;

    /**
     * Opens a port at {@code address} and waits there for the ranks.
     *
     * @param transport  the word of the ranks' transport: {@code llc:tcp}, {@code mpj}, ...
     * @param hostOfRank the name of the host of each rank
     * @param address    name or address by which the ranks' processes reach this one
     */
    public StoreServer(String transport, List<String> hostOfRank, String address) {
        this(transport, hostOfRank, address, GREETING_MILLIS);
    }

    /**
     * Opens a port at {@code address} and waits there for the ranks.
     *
     * @param greetingMillis milliseconds after which a visitor is sent away that has not shown the job's token
     */
    StoreServer(String transport, List<String> hostOfRank, String address, int greetingMillis) {
        if (hostOfRank.isEmpty()) {
            throw new IllegalArgumentException("ranks=0: choose ranks >= 1");
        }
        this.transport = transport;
        this.hostOfRank = List.copyOf(hostOfRank);
        this.address = address;
        this.greetingMillis = greetingMillis;
        this.came = new boolean[hostOfRank.size()];
        this.done = new boolean[hostOfRank.size()];
        try {
            this.server = new ServerSocket();
            server.bind(ListeningAddress.of(address), BACKLOG);
        } catch (IOException e) {
            throw new CommException("cannot open a port at " + address + ", by which ranks find each other: " + e.getMessage()
                    + ": name another address of this host with --address", e);
        }
        Thread.ofPlatform().daemon().name("store").start(this::acceptAll);
    }

    @Override
    public List<Map<String, String>> environments() {
        return IntStream.range(0, came.length).mapToObj(rank -> new LaunchEnvironment(transport, rank, came.length, address,
                server.getLocalPort(), token, Collections.frequency(hostOfRank, hostOfRank.get(rank))).environment()).toList();
    }

    @Override
    public synchronized List<Integer> missing() {
        return IntStream.range(0, came.length).filter(rank -> !came[rank]).boxed().toList();
    }

    /** Accepts connections until the port is closed, because all ranks have come or nobody waits for them any more. */
    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket connection = server.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException failed) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            connection.setSoTimeout(greetingMillis);
            SealedConnection sealed = SealedConnection.ofServer(connection, token);
            DataInputStream in = sealed.in();
            DataOutputStream out = sealed.out();
            int rank = in.readInt();
            connection.setSoTimeout(0);
            String refusal = welcome(rank);
            while (refusal == null && serve(rank, in, out)) {
                out.flush();
            }
            if (refusal != null) {
                refuse(out, refusal);
            }
        } catch (IOException e) {
            // not a rank of this job: a rank that is cut off is among the missing
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String welcome(int rank) {
        if (rank < 0 || rank >= came.length || came[rank]) {
            return "rank=" + rank + " of ranks=" + came.length + " has registered twice, or there is no such rank: start each rank once";
        }
        came[rank] = true;
        return null;
    }

    private boolean serve(int rank, DataInputStream in, DataOutputStream out) throws IOException, InterruptedException {
        switch (in.readByte()) {
            case PUT -> put(in.readUTF(), in.readNBytes(in.readInt()));
            case GET -> answer(out, get(in.readUTF()));
            case BARRIER -> answer(out, barrier());
            case DONE -> {
                leave(rank);
                return false;
            }
            default -> throw new IOException("no such call");
        }
        return true;
    }

    private void answer(DataOutputStream out, byte[] value) throws IOException {
        if (value == null) {
            refuse(out, end);
            return;
        }
        out.writeBoolean(true);
        out.writeInt(value.length);
        out.write(value);
    }

    private static void refuse(DataOutputStream out, String why) throws IOException {
        out.writeBoolean(false);
        out.writeUTF(why);
        out.flush();
    }

    private synchronized void put(String key, byte[] value) {
        values.put(key, value);
        notifyAll();
    }

    private synchronized byte[] get(String key) throws InterruptedException {
        while (!values.containsKey(key) && end == null) {
            wait();
        }
        return values.get(key);
    }

    private synchronized byte[] barrier() throws InterruptedException {
        long mine = barriers;
        if (++inBarrier == came.length) {
            inBarrier = 0;
            barriers++;
            notifyAll();
        }
        while (barriers == mine && end == null) {
            wait();
        }
        return barriers > mine ? new byte[0] : null;
    }

    private synchronized void leave(int rank) throws IOException {
        done[rank] = true;
        if (allDone()) {
            server.close();
        }
    }

    private boolean allDone() {
        return IntStream.range(0, done.length).allMatch(rank -> done[rank]);
    }

    /** Closes the port, and tells the ranks that still wait that they wait in vain. */
    @Override
    public synchronized void close() {
        try {
            server.close();
        } catch (IOException e) {
            // nothing was to be kept
        }
        if (!allDone()) {
            String absent = missing().stream().map(rank -> rank + " on " + hostOfRank.get(rank)).collect(Collectors.joining(", "));
            end = absent.isEmpty() ? "the launching process has ended" : "these ranks never came: " + absent;
            notifyAll();
        }
    }
}
