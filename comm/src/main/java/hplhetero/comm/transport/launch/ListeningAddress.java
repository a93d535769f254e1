package hplhetero.comm.transport.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;

/** On which of this host's addresses a port is opened. */
final class ListeningAddress {
    private ListeningAddress() {
    }

    /**
     * The socket address, with any free port, for those who reach this host by {@code address}: that one alone where it belongs to an
     * interface here. A name that means this host only elsewhere (behind an address translation, or one that this host itself knows as
     * 127.0.1.1) tells nothing about interfaces: then all of them.
     */
    static InetSocketAddress of(String address) {
        try {
            InetAddress found = InetAddress.getByName(address);
            boolean literal = found.getHostAddress().equals(address) || address.equals("localhost") || address.contains(":");
            boolean usable = found.isLoopbackAddress() ? literal : NetworkInterface.getByInetAddress(found) != null;
            return usable ? new InetSocketAddress(found, 0) : new InetSocketAddress(0);
        } catch (IOException unknownHere) {
            return new InetSocketAddress(0);
        }
    }
}
