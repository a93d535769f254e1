package hplhetero.run.launch;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Which of this host's addresses others can use. */
final class LocalAddress {
    /** No packet is sent to it. */
    private static final int ANY_PORT = 9;

    private LocalAddress() {
    }

    /** The address of the interface towards the first of these hosts that is not this one; else the loopback's. */
    static String towards(List<String> hosts) {
        for (String host : hosts) {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
                if (!socket.getLocalAddress().isLoopbackAddress() && !socket.getLocalAddress().isAnyLocalAddress()) {
                    return socket.getLocalAddress().getHostAddress();
                }
            } catch (IOException unknown) {
                // a name that only the remote shell knows
                System.getLogger(LocalAddress.class.getName()).log(System.Logger.Level.DEBUG, host, unknown);
            }
        }
        return InetAddress.getLoopbackAddress().getHostAddress();
    }
}
