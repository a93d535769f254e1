package hplhetero.run.launch;

import hplhetero.run.machine.Machine;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Tells whether a host that a user names is the one on which this process runs. */
public final class OwnHost {
    private static final String LOCALHOST = "localhost";

    private OwnHost() {
    }

    /**
     * Returns whether a name or an address is this host's: {@code localhost}, the host's own name with or without its domain, or an address
     * of one of its interfaces. Only a name whose first label is this host's is looked up. So names of other hosts, which may be known to
     * the remote shell alone, cost no time. A name with a user before it, {@code me@n1}, is for the remote shell and never this host's.
     *
     * @param host the host, as the user wrote it, an IPv6 address without brackets
     */
    public static boolean is(String host) {
        return is(host, Machine.hostName());
    }

    /**
     * Returns whether a name or an address is this host's.
     *
     * @param host the host, as the user wrote it
     * @param own  the name of this host, as its kernel has it
     */
    static boolean is(String host, String own) {
        if (host.equalsIgnoreCase(LOCALHOST) || host.equalsIgnoreCase(own) || host.equalsIgnoreCase(label(own))) {
            return true;
        }
        try {
            return isOwn(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException name) {
            return label(host).equalsIgnoreCase(label(own)) && resolvesToOwn(host);
        }
    }

    private static String label(String host) {
        return host.split("\\.", 2)[0];
    }

    private static boolean resolvesToOwn(String host) {
        try {
            return isOwn(InetAddress.getByName(host));
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static boolean isOwn(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException unreadable) {
            return false;
        }
    }
}
