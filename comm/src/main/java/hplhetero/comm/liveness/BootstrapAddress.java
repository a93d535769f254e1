package hplhetero.comm.liveness;

import hplhetero.comm.session.JobToken;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.util.Comparator;
import java.util.List;

/**
 * Where rank 0 can be reached, and the token that proves that one belongs to the run.
 *
 * @param host  rank 0's
 * @param ports on which it listens
 */
record BootstrapAddress(String host, JobToken token, List<InetSocketAddress> ports) {

    /** Returns this as text: the host, the token, then an address and a port a line. */
    String encoded() {
        return host + '\n' + token.text() + '\n'
                + String.join("\n", ports.stream().map(port -> port.getAddress().getHostAddress() + ' ' + port.getPort()).toList());
    }

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
     * Where to try to connect from {@code ownHost}, in this order: this host itself, what shares a subnet with it, the rest; last what
     * this host has too, which mostly is a bridge that many hosts have.
     */
    List<InetSocketAddress> tries(String ownHost) {
        List<InterfaceAddress> own = InterfaceAddresses.here();
        return ports.stream().filter(port -> ownHost.equals(host) || !port.getAddress().isLoopbackAddress())
                .sorted(Comparator.comparingInt(port -> distance(own, port.getAddress()))).toList();
    }

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
