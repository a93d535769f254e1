package hplhetero.comm.transport.llc.start;

import hplhetero.comm.CommException;
import hplhetero.comm.RankLauncher;
import hplhetero.comm.transport.LaunchEnvironment;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The launcher's end of the store. Over TCP, big-endian, strings as {@link DataOutputStream#writeUTF}:
 * <pre>
 *   rank:    token, rank                        once
 *            PUT key, length, bytes             no answer
 *            GET key                            true, length, bytes         when somebody has put it
 *            BARRIER                            true                        when all ranks are there
 *            DONE                               the rank needs it no more
 *   server:  false, why not                     in place of an answer: it will not come
 * </pre>
 * Who does not know the token is not answered.
 */
public final class StoreServer implements RankLauncher.Gathering {
    /** What the names of a rank's variables begin with. */
    public static final String VARIABLES = "HPL_LLC";

    static final byte PUT = 1;
    static final byte GET = 2;
    static final byte BARRIER = 3;
    static final byte DONE = 4;

    private static final String NETWORK = VARIABLES + "_NETWORK";
    private static final int BACKLOG = 4_096;
    private static final int GREETING_MILLIS = 20_000;
    private static final int TOKEN_BYTES = 16;

    private final String network;
    private final List<String> hostOfRank;
    private final String address;
    private final String token;
    private final ServerSocket server;
    private final Map<String, byte[]> values = new HashMap<>();
    private final boolean[] came;
    private final boolean[] done;
    private int inBarrier;
    private long barriers;
    private String end;

    /** @param network the word of the ranks' transport: {@code llc}, {@code llc:tcp}, ... */
    public StoreServer(String network, List<String> hostOfRank, String address) {
        if (hostOfRank.isEmpty()) {
            throw new IllegalArgumentException("ranks=0: choose ranks >= 1");
        }
        this.network = network;
        this.hostOfRank = List.copyOf(hostOfRank);
        this.address = address;
        this.came = new boolean[hostOfRank.size()];
        this.done = new boolean[hostOfRank.size()];
        this.token = newToken();
        try {
            this.server = new ServerSocket();
            server.bind(new InetSocketAddress(0), BACKLOG);
        } catch (IOException e) {
            throw new CommException("no port can be opened for the ranks to find each other: " + e.getMessage(), e);
        }
        Thread.ofPlatform().daemon().name("llc-store").start(this::acceptAll);
    }

    /** A word that nobody can guess. */
    static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    @Override
    public List<Map<String, String>> environments() {
        return IntStream.range(0, came.length).mapToObj(this::environment).toList();
    }

    private Map<String, String> environment(int rank) {
        Map<String, String> variables = new LaunchEnvironment(VARIABLES, rank, came.length, address, server.getLocalPort(), token,
                Collections.frequency(hostOfRank, hostOfRank.get(rank)), Optional.empty()).environment();
        variables.put(NETWORK, network);
        return variables;
    }

    /** Whether our launcher has started this process for that transport. */
    public static boolean isLaunched(String network, Map<String, String> environment) {
        return LaunchEnvironment.isThere(VARIABLES, environment) && network.equals(environment.get(NETWORK));
    }

    @Override
    public synchronized List<Integer> missing() {
        return IntStream.range(0, done.length).filter(rank -> !done[rank]).boxed().toList();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket connection = server.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException closed) {
            // all have come, or nobody waits for them any more
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            connection.setSoTimeout(GREETING_MILLIS);
            DataInputStream in = new DataInputStream(new BufferedInputStream(connection.getInputStream()));
            if (!MessageDigest.isEqual(in.readUTF().getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8))) {
                return;
            }
            connection.setSoTimeout(0);
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(connection.getOutputStream()));
            int rank = in.readInt();
            String refusal = welcome(rank);
            while (refusal == null && serve(rank, in, out)) {
                out.flush();
            }
            if (refusal != null) {
                refuse(out, refusal);
            }
        } catch (IOException e) {
            // no rank of ours: one that is cut off is among the missing
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String welcome(int rank) {
        if (rank < 0 || rank >= came.length || came[rank]) {
            return "rank=" + rank + " of ranks=" + came.length + " has come twice or is none: start each rank once";
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
        if (missing().isEmpty()) {
            server.close();
        }
    }

    /** Tells those who wait that they wait in vain. */
    @Override
    public synchronized void close() {
        try {
            server.close();
        } catch (IOException e) {
            // nothing was to be kept
        }
        List<Integer> missing = missing();
        if (!missing.isEmpty()) {
            String absent = IntStream.range(0, came.length).filter(rank -> !came[rank])
                    .mapToObj(rank -> rank + " on " + hostOfRank.get(rank)).collect(Collectors.joining(", "));
            end = absent.isEmpty() ? "the launching process has ended" : "these ranks never came: " + absent;
            notifyAll();
        }
    }
}
