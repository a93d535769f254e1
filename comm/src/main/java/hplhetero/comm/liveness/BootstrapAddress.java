package hplhetero.comm.liveness;

import hplhetero.comm.session.JobToken;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.util.Comparator;
import java.util.List;

/**
 * The addresses at which rank 0 can be reached, and the token by which a rank proves that it belongs to the run.
 *
 * @param host  the name of rank 0's host
 * @param token the secret of the heartbeat connections
 * @param ports the addresses and ports on which rank 0 listens
 */
record BootstrapAddress(String host, JobToken token, List<InetSocketAddress> ports) {

    /** Returns this object as text: the host, the token, then an address and a port on each line. */
    String encoded() {
        return host + '\n' + token.text() + '\n'
                + String.join("\n", ports.stream().map(port -> port.getAddress().getHostAddress() + ' ' + port.getPort()).toList());
    }

    /** Makes the object that {@link #encoded} has turned into {@code text}. */
    static BootstrapAddress decoded(String text) {
        List<String> lines = text.lines().toList();
        return new BootstrapAddress(lines.get(0), new JobToken(lines.get(1)),
                lines.stream().skip(2).map(BootstrapAddress::port).toList());
    }

    private static InetSocketAddress port(String line) {
        int blank = line.indexOf(' ');
        return new InetSocketAddress(RankHost.literal(line.substring(0, blank)), Integer.parseInt(line.substring(blank + 1)));
    }

    /**
     * Returns the addresses to try from {@code ownHost}, in order. First comes the loopback on rank 0's own host, then addresses in a
     * subnet of this host, then all others. Last come addresses that this host has too: mostly these are bridges for containers, which many
     * hosts have.
     */
    List<InetSocketAddress> tries(String ownHost) {
        List<InterfaceAddress> own = InterfaceAddresses.here();
        return ports.stream().filter(port -> ownHost.equals(host) || !port.getAddress().isLoopbackAddress())
                .sorted(Comparator.comparingInt(port -> distance(own, port.getAddress()))).toList();
    }

    /** Returns the place of an address in the order of {@link #tries}: the less, the sooner it is tried. */
    private static int distance(List<InterfaceAddress> own, InetAddress other) {
        if (other.isLoopbackAddress()) {
            return -1;
        }
        if (own.stream().anyMatch(o -> o.getAddress().equals(other))) {
            return 2;
        }
        return own.stream().anyMatch(o -> InterfaceAddresses.sameSubnet(o, other)) ? 0 : 1;
    }
}
