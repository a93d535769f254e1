package hplhetero.comm.transport.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;

/** The choice of the addresses of this host on which a port is opened. */
final class ListeningAddress {
    private ListeningAddress() {
    }

    /**
     * Returns a socket address, with any free port, for processes that reach this host by {@code address}. It is that address alone where
     * the address belongs to an interface here. A name may mean this host only elsewhere, behind an address translation, or be known to
     * this host itself as 127.0.1.1. Such a name tells nothing about interfaces, so the port is opened on all of them.
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
