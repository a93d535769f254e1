package hplhetero.comm.liveness;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Where rank 0 can be reached, and the token that proves that one belongs to the run.
 *
 * @param host      rank 0's
 * @param addresses of all its interfaces, without loopback
 */
record BootstrapAddress(String host, int port, String token, List<InetAddress> addresses) {
    private static final int TOKEN_BYTES = 16;
    private static final int MOST_ADDRESSES = 64;

    /** One for a server that listens on {@code port} of all interfaces of this host. */
    static BootstrapAddress here(String host, int port) {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        List<InetAddress> addresses = InterfaceAddresses.here().stream().map(InterfaceAddress::getAddress)
                .limit(MOST_ADDRESSES).toList();
        return new BootstrapAddress(host, port, HexFormat.of().formatHex(token), addresses);
    }

    String encoded() {
        return host + '\n' + port + '\n' + token + '\n'
                + String.join("\n", addresses.stream().map(InetAddress::getHostAddress).toList());
    }

    static BootstrapAddress decoded(String text) {
        List<String> lines = text.lines().toList();
        return new BootstrapAddress(lines.get(0), Integer.parseInt(lines.get(1)), lines.get(2),
                lines.stream().skip(3).map(BootstrapAddress::address).toList());
    }

    /**
     * Where to try to connect from {@code ownHost}: this host itself, what shares a subnet with it, the rest; last what this
     * host has too, which mostly is a bridge that many hosts have.
     */
    List<InetAddress> tries(String ownHost) {
        List<InterfaceAddress> own = InterfaceAddresses.here();
        List<InetAddress> tries = new ArrayList<>();
        if (ownHost.equals(host)) {
            tries.add(InetAddress.getLoopbackAddress());
        }
        addresses.stream().sorted(Comparator.comparingInt(a -> distance(own, a))).forEach(tries::add);
        return tries;
    }

    private static int distance(List<InterfaceAddress> own, InetAddress other) {
        if (own.stream().anyMatch(o -> o.getAddress().equals(other))) {
            return 2;
        }
        return own.stream().anyMatch(o -> InterfaceAddresses.sameSubnet(o, other)) ? 0 : 1;
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }
}
