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
 * A rank's way to the others. MPJ's device believes that it talks to the server of MPJ's own launcher; it talks to a socket of
 * this class in the same process, which adds to its ports the address of this host and looks for the others in the store of our launcher.
 */
public final class RankRegistration implements AutoCloseable {
    private static final int DEVICE_MILLIS = 60_000;

    private final LaunchEnvironment environment;
    private final String host;
    private final Optional<InetAddress> address;
    private final ServerSocket deviceSocket;
    private volatile boolean deviceConnected;

    /** @param address of this host, that the others are to be told; empty: the one from which the store is reached */
    public RankRegistration(LaunchEnvironment environment, String host, Optional<InetAddress> address) {
        this.environment = environment;
        this.host = host;
        this.address = address;
        try {
            deviceSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            deviceSocket.setSoTimeout(DEVICE_MILLIS);
        } catch (IOException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + " can open no port: " + e.getMessage(), e);
        }
    }

    /** The second argument of the device. */
    public String deviceArgument(int eagerLimit) {
        return "#Number of Processes;" + environment.size() + ";#Protocol Switch Limit;" + eagerLimit + ";#Server Name;"
                + deviceSocket.getInetAddress().getHostAddress() + ";#Server Port;" + deviceSocket.getLocalPort();
    }

    /**
     * Serves the device, which must be about to begin in another thread, until it knows all ranks.
     *
     * @return all ranks
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

    /** Whether MPJ's device has begun. */
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
