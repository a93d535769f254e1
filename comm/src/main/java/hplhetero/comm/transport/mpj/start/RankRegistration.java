package hplhetero.comm.transport.mpj.start;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.launch.StoreClient;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The registration by which a rank finds the others. MPJ's device believes that it talks to the server of MPJ's own launcher. In fact it
 * talks to a socket of this class in the same process, which adds the address of this host to the device's ports and looks for the other
 * ranks in the store of our launcher.
 */
public final class RankRegistration implements AutoCloseable {
    private static final int DEVICE_MILLIS = 60_000;

    private final LaunchEnvironment environment;
    private final String host;
    private final Optional<InetAddress> address;
    private final ServerSocket deviceSocket;
    private volatile boolean deviceConnected;

    /**
     * Opens the socket to which the device will connect.
     *
     * @param address address of this host that the others are to be told; empty: the one from which the store is reached
     */
    public RankRegistration(LaunchEnvironment environment, String host, Optional<InetAddress> address) {
        this.environment = environment;
        this.host = host;
        this.address = address;
        try {
            deviceSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            deviceSocket.setSoTimeout(DEVICE_MILLIS);
        } catch (IOException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + " cannot open a port: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the second argument by which MPJ Express starts its communication device. The text names the socket at which {@link #serve}
     * waits for the device.
     *
     * @param eagerLimit bytes of the longest message that MPJ sends without asking the receiver first
     */
    public String deviceArgument(int eagerLimit) {
        return "#Number of Processes;" + environment.size() + ";#Protocol Switch Limit;" + eagerLimit + ";#Server Name;"
                + deviceSocket.getInetAddress().getHostAddress() + ";#Server Port;" + deviceSocket.getLocalPort();
    }

    /**
     * Waits until this rank's communication device of MPJ Express connects, and tells it the addresses of all ranks, which the ranks
     * exchange through the launcher's store. The device must be about to begin in another thread.
     *
     * @return the addresses of all ranks, indexed by rank
     */
    public List<RankAddress> serve() {
        try (Socket device = deviceSocket.accept()) {
            deviceConnected = true;
            device.setSoTimeout(DEVICE_MILLIS);
            DataInputStream in = new DataInputStream(device.getInputStream());
            in.readUTF();
            int writePort = in.readInt();
            int readPort = in.readInt();
            in.readInt();
            List<RankAddress> peers = ask(writePort, readPort);
            DataOutputStream out = new DataOutputStream(device.getOutputStream());
            out.writeUTF(RankAddress.deviceText(peers));
            out.flush();
            return peers;
        } catch (IOException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + ": MPJ Express did not begin: " + e, e);
        }
    }

    /**
     * Returns whether this rank's communication device of MPJ Express has begun: it has connected to the socket at which {@link #serve}
     * waits.
     */
    public boolean deviceConnected() {
        return deviceConnected;
    }

    private List<RankAddress> ask(int writePort, int readPort) {
        try (StoreClient store = new StoreClient(environment, host)) {
            String own = address.orElseGet(store::localAddress).getHostAddress();
            store.put(key(environment.rank()), new RankAddress(environment.rank(), host, own, writePort, readPort).encoded());
            return IntStream.range(0, environment.size()).mapToObj(rank -> RankAddress.decoded(rank, store.get(key(rank)))).toList();
        }
    }

    private static String key(int rank) {
        return "device " + rank;
    }

    @Override
    public void close() {
        try {
            deviceSocket.close();
        } catch (IOException e) {
            throw new CommException("a port could not be closed: " + e.getMessage(), e);
        }
    }
}
