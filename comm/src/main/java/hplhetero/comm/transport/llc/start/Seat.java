package hplhetero.comm.transport.llc.start;

import hplhetero.comm.CommException;
import hplhetero.comm.liveness.InterfaceAddresses;
import hplhetero.comm.transport.LaunchEnvironment;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Where a rank is, as it tells the others.
 *
 * @param host      its name
 * @param addresses of its interfaces, without loopback
 */
record Seat(String host, List<InetAddress> addresses) {
    private static final int MOST_ADDRESSES = 32;
    /** No packet is sent to it. */
    private static final int ANY_PORT = 9;

    static Seat here(String host) {
        return new Seat(host, InterfaceAddresses.here().stream().map(Seat::unscoped).limit(MOST_ADDRESSES).toList());
    }

    /** Without the name of the interface, which IPv6 addresses have and other hosts do not know. */
    private static InetAddress unscoped(InterfaceAddress own) {
        try {
            return InetAddress.getByAddress(own.getAddress().getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an interface's address has the length of one", e);
        }
    }

    /** The host's name and the addresses, a line each. */
    byte[] encoded() {
        return (host + '\n' + String.join("\n", addresses.stream().map(InetAddress::getHostAddress).toList()))
                .getBytes(StandardCharsets.UTF_8);
    }

    static Seat decoded(byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return new Seat(lines.getFirst(), lines.stream().skip(1).map(Seat::literal).toList());
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new CommException("address=" + address + " of a rank is none: start the same build of hpl-hetero on all hosts", e);
        }
    }

    /**
     * The address of this host by which ranks on others reach it: that of the interface towards the first rank elsewhere; where there is
     * none, the loopback's, so that no other host can reach it.
     */
    static InetAddress towardsOthers(String host, List<Seat> seats) {
        Optional<Seat> other = seats.stream().filter(seat -> !seat.host().equals(host)).findFirst();
        return other.map(seat -> towards(seat, InterfaceAddresses.here())).orElseGet(InetAddress::getLoopbackAddress);
    }

    /** What both hosts have mostly is a bridge for containers. First what shares a subnet, then by the routes. */
    private static InetAddress towards(Seat other, List<InterfaceAddress> own) {
        List<InetAddress> theirs = other.addresses().stream()
                .filter(address -> own.stream().noneMatch(o -> o.getAddress().equals(address))).toList();
        return own.stream().filter(o -> theirs.stream().anyMatch(a -> InterfaceAddresses.sameSubnet(o, a))).findFirst()
                .map(Seat::unscoped)
                .or(() -> theirs.stream().map(Seat::source).flatMap(Optional::stream).findFirst())
                .orElseThrow(() -> new CommException("this host has no address towards " + other.host() + ", addresses=" + other.addresses()
                        + ": name one by " + LaunchEnvironment.addressVariable(StoreServer.VARIABLES)));
    }

    private static Optional<InetAddress> source(InetAddress target) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(target, ANY_PORT));
            InetAddress source = socket.getLocalAddress();
            return source.isLoopbackAddress() || source.isAnyLocalAddress() ? Optional.empty() : Optional.of(source);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
