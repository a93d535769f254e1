package hplhetero.comm.transport.launch;

import hplhetero.comm.CommException;
import hplhetero.comm.protocol.remote.KeyValueStore;
import hplhetero.comm.session.SealedConnection;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A rank's end of the store, through which ranks find each other. Owner: the rank's thread. */
public final class StoreClient implements KeyValueStore, AutoCloseable {
    private static final int CONNECT_MILLIS = 30_000;
    /** Milliseconds to wait for an answer: logging in on all hosts and starting their JVMs may take this long. */
    private static final int ALL_RANKS_MILLIS = 300_000;

    private final LaunchEnvironment environment;
    private final String host;
    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final DataOutputStream out;

    /**
     * Connects to the store and tells it this process' rank.
     *
     * @param host name of this host, for messages
     * @throws CommException when the launching process cannot be reached
     */
    public StoreClient(LaunchEnvironment environment, String host) {
        this.environment = environment;
        this.host = host;
        try {
            socket.connect(new InetSocketAddress(environment.storeHost(), environment.storePort()), CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(ALL_RANKS_MILLIS);
            SealedConnection sealed = SealedConnection.ofClient(socket, environment.token());
            in = sealed.in();
            out = sealed.out();
            out.writeInt(environment.rank());
            out.flush();
        } catch (IOException e) {
            throw new CommException(self() + " cannot reach the launching process at " + server() + ": " + e.getMessage()
                    + ": name an address of the launching host with --address", e);
        }
    }

    /** Returns this host's address in the network in which the launching process is reached. */
    public InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    private String self() {
        return "rank " + environment.rank() + " on " + host;
    }

    private String server() {
        return environment.storeHost() + ":" + environment.storePort();
    }

    @Override
    public void put(String key, byte[] value) {
        try {
            out.writeByte(StoreServer.PUT);
            out.writeUTF(key);
            out.writeInt(value.length);
            out.write(value);
            out.flush();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public byte[] get(String key) {
        try {
            out.writeByte(StoreServer.GET);
            out.writeUTF(key);
            out.flush();
            return answer();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public void barrier() {
        try {
            out.writeByte(StoreServer.BARRIER);
            out.flush();
            answer();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private byte[] answer() throws IOException {
        if (!in.readBoolean()) {
            throw new CommException(self() + " cannot begin: " + in.readUTF());
        }
        return in.readNBytes(in.readInt());
    }

    private CommException lost(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return new CommException(self() + " waited in vain for the other ranks: read what their processes say, and check that a "
                    + "firewall lets their hosts reach " + server(), e);
        }
        return new CommException(e instanceof EOFException ? self() + ": the launching process at " + server() + " has ended"
                : self() + " has lost the connection to the launching process at " + server() + ": " + e.getMessage(), e);
    }

    /** Tells the store that this rank needs it no more, and disconnects. */
    @Override
    public void close() {
        try (socket) {
            out.writeByte(StoreServer.DONE);
            out.flush();
        } catch (IOException e) {
            // the launching process has ended: nobody waits for this message
        }
    }
}
