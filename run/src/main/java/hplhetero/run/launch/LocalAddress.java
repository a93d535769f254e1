package hplhetero.run.launch;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Finds the address of this host that other hosts can use. */
final class LocalAddress {
    /** Port of the address that the route is asked for. No packet is sent to it. */
    private static final int ANY_PORT = 9;

    private LocalAddress() {
    }

    /**
     * Returns the address of the interface towards the first of these hosts that is not this one; the loopback address where there is none.
     */
    static String towards(List<String> hosts) {
        for (String host : hosts) {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
                if (!socket.getLocalAddress().isLoopbackAddress() && !socket.getLocalAddress().isAnyLocalAddress()) {
                    return socket.getLocalAddress().getHostAddress();
                }
            } catch (IOException unknown) {
                // the name is one that only the remote shell knows
                System.getLogger(LocalAddress.class.getName()).log(System.Logger.Level.DEBUG, host, unknown);
            }
        }
        return InetAddress.getLoopbackAddress().getHostAddress();
    }
}
