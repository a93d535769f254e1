package hplhetero.comm.liveness;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;

/** The addresses of this host's network interfaces, by which others may reach it. */
public final class InterfaceAddresses {
    private InterfaceAddresses() {
    }

    /**
     * Returns the addresses of all interfaces that are up, IPv4 before IPv6. Loopback addresses are left out, and so are link-local ones,
     * which mean nothing on another host. Returns an empty list where the system does not tell.
     */
    public static List<InterfaceAddress> here() {
        try {
            return NetworkInterface.networkInterfaces().filter(InterfaceAddresses::isUp)
                    .flatMap(i -> i.getInterfaceAddresses().stream())
                    .filter(a -> !a.getAddress().isLoopbackAddress() && !a.getAddress().isLinkLocalAddress())
                    .sorted(Comparator.comparing(a -> a.getAddress() instanceof Inet6Address)).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isUp(NetworkInterface network) {
        try {
            return network.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    /** Returns whether the address {@code other} lies in the subnet of this host's interface address {@code own}. */
    public static boolean sameSubnet(InterfaceAddress own, InetAddress other) {
        byte[] a = own.getAddress().getAddress();
        byte[] b = other.getAddress();
        if (a.length != b.length) {
            return false;
        }
        for (int bit = 0; bit < own.getNetworkPrefixLength(); bit++) {
            if (((a[bit / 8] ^ b[bit / 8]) >> (7 - bit % 8) & 1) != 0) {
                return false;
            }
        }
        return true;
    }
}
