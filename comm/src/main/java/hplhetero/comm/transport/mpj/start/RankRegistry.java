package hplhetero.comm.transport.mpj.start;

import hplhetero.comm.CommException;
import hplhetero.comm.RankLauncher;
import hplhetero.comm.transport.LaunchEnvironment;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where ranks say where they are and learn where the others are. Over TCP, big-endian, strings as {@link DataOutputStream#writeUTF}:
 * <pre>
 *   rank:      key, {@link RankAddress}
 *   registry:  true, number of ranks, each rank's {@link RankAddress}, in order      when all have come
 *              false, why not                                      at once
 * </pre>
 * Who does not know the key is not answered.
 */
public final class RankRegistry implements RankLauncher.Gathering {
    /** What the names of a rank's variables begin with. */
    public static final String VARIABLES = "HPL_MPJ";

    private static final int BACKLOG = 4_096;
    private static final int REGISTRATION_MILLIS = 20_000;
    private static final int KEY_BYTES = 16;

    private final List<String> hostOfRank;
    private final String address;
    private final String key;
    private final ServerSocket server;
    private final RankAddress[] peers;
    private final Socket[] sockets;

    public RankRegistry(List<String> hostOfRank, String address) {
        if (hostOfRank.isEmpty()) {
            throw new IllegalArgumentException("ranks=0: choose ranks >= 1");
        }
        this.hostOfRank = List.copyOf(hostOfRank);
        this.address = address;
        this.peers = new RankAddress[hostOfRank.size()];
        this.sockets = new Socket[hostOfRank.size()];
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = HexFormat.of().formatHex(random);
        try {
            this.server = new ServerSocket();
            server.bind(new InetSocketAddress(0), BACKLOG);
        } catch (IOException e) {
            throw new CommException("no port can be opened for the ranks to register at: " + e.getMessage(), e);
        }
        Thread.ofPlatform().daemon().name("mpj-registry").start(this::acceptAll);
    }

    @Override
    public List<Map<String, String>> environments() {
        return IntStream.range(0, peers.length).mapToObj(rank -> new LaunchEnvironment(VARIABLES, rank, peers.length, address,
                server.getLocalPort(), key, Collections.frequency(hostOfRank, hostOfRank.get(rank)), Optional.empty()).environment())
                .toList();
    }

    @Override
    public synchronized List<Integer> missing() {
        return IntStream.range(0, peers.length).filter(rank -> peers[rank] == null).boxed().toList();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket connection = server.accept();
                Thread.ofVirtual().start(() -> receive(connection));
            }
        } catch (IOException closed) {
            // all have come, or nobody waits for them any more
        }
    }

    private void receive(Socket connection) {
        try {
            connection.setSoTimeout(REGISTRATION_MILLIS);
            DataInputStream in = new DataInputStream(connection.getInputStream());
            if (isKey(in.readUTF())) {
                register(RankAddress.read(in), connection);
            } else {
                connection.close();
            }
        } catch (IOException e) {
            // no rank of ours: one that is cut off while it registers is among the missing
            closeQuietly(connection);
        }
    }

    private boolean isKey(String text) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8));
    }

    private synchronized void register(RankAddress peer, Socket socket) {
        int rank = peer.rank();
        if (rank < 0 || rank >= peers.length || peers[rank] != null) {
            refuse(socket, "rank=" + rank + " of ranks=" + peers.length + " has come twice or is none: start each rank once");
            return;
        }
        peers[rank] = peer;
        sockets[rank] = socket;
        if (missing().isEmpty()) {
            Arrays.stream(sockets).forEach(this::answer);
            closeQuietly(server);
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            DataOutputStream out = new DataOutputStream(new java.io.BufferedOutputStream(socket.getOutputStream()));
            out.writeBoolean(true);
            RankAddress.writeAll(Arrays.asList(peers), out);
            out.flush();
        } catch (IOException e) {
            // that rank is gone; the others miss it when they connect
        }
    }

    private static void refuse(Socket socket, String why) {
        try (socket) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeBoolean(false);
            out.writeUTF(why);
            out.flush();
        } catch (IOException e) {
            // gone already
        }
    }

    /** Tells those who wait that they wait in vain. */
    @Override
    public synchronized void close() {
        closeQuietly(server);
        List<Integer> missing = missing();
        if (missing.isEmpty()) {
            return;
        }
        List<String> names = new ArrayList<>();
        missing.forEach(rank -> names.add(rank + " on " + hostOfRank.get(rank)));
        for (Socket socket : sockets) {
            if (socket != null) {
                refuse(socket, "these ranks never came: " + String.join(", ", names));
            }
        }
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // nothing was to be kept
        }
    }
}
