package hplhetero.comm.transport.mpj.start;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.LaunchEnvironment;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;

/**
 * A rank's way to the others. MPJ's device believes that it talks to the server of MPJ's own launcher; it talks to a socket of
 * this class in the same process, which adds to its ports the address of this host and asks the {@link RankRegistry}.
 */
public final class RankRegistration implements AutoCloseable {
    private static final int CONNECT_MILLIS = 30_000;
    private static final int DEVICE_MILLIS = 60_000;
    /** Logging in on all hosts and starting their JVMs. */
    private static final int ALL_RANKS_MILLIS = 300_000;

    private final LaunchEnvironment environment;
    private final String host;
    private final ServerSocket deviceSocket;
    private volatile boolean deviceConnected;

    public RankRegistration(LaunchEnvironment environment, String host) {
        this.environment = environment;
        this.host = host;
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
        String server = environment.serverHost() + ":" + environment.serverPort();
        try (Socket registry = new Socket()) {
            registry.connect(new InetSocketAddress(environment.serverHost(), environment.serverPort()), CONNECT_MILLIS);
            registry.setSoTimeout(ALL_RANKS_MILLIS);
            DataOutputStream out = new DataOutputStream(registry.getOutputStream());
            out.writeUTF(environment.key());
            new RankAddress(environment.rank(), host, environment.address().orElse(registry.getLocalAddress().getHostAddress()), writePort,
                    readPort)
                    .write(out);
            out.flush();
            DataInputStream in = new DataInputStream(new BufferedInputStream(registry.getInputStream()));
            if (!in.readBoolean()) {
                throw new CommException("rank " + environment.rank() + " on " + host + " cannot begin: " + in.readUTF());
            }
            return RankAddress.readAll(in);
        } catch (SocketTimeoutException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + " waited in vain for the other ranks, or for "
                    + server + ": see what their processes say, and that a firewall lets this host reach that port", e);
        } catch (EOFException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + ": the launching process at " + server + " has ended",
                    e);
        } catch (IOException e) {
            throw new CommException("rank " + environment.rank() + " on " + host + " cannot reach the launching process at " + server
                    + ": " + e.getMessage() + ": name an address by which this host reaches the launching one", e);
        }
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
