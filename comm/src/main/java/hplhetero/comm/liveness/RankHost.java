package hplhetero.comm.liveness;

import hplhetero.comm.CommException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * The host of a rank, as the rank tells the others.
 *
 * @param host      its name
 * @param addresses of its interfaces, without loopback
 */
public record RankHost(String host, List<InetAddress> addresses) {
    private static final int MOST_ADDRESSES = 32;
    /** No packet is sent to it. */
    private static final int ANY_PORT = 9;

    /** Returns this host with the addresses of its interfaces. @param host its name */
    public static RankHost here(String host) {
        return new RankHost(host, InterfaceAddresses.here().stream().map(RankHost::unscoped).limit(MOST_ADDRESSES).toList());
    }

    /** Without the name of the interface, which IPv6 addresses have and other hosts do not know. */
    private static InetAddress unscoped(InterfaceAddress own) {
        try {
            return InetAddress.getByAddress(own.getAddress().getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an interface's address has the length of one", e);
        }
    }

    /** Returns the name of the host and the addresses, a line each. */
    public byte[] encoded() {
        return (host + '\n' + String.join("\n", addresses.stream().map(InetAddress::getHostAddress).toList()))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Makes a host of what {@link #encoded} has made. @throws CommException when another build has encoded it */
    public static RankHost decoded(byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return new RankHost(lines.getFirst(), lines.stream().skip(1).map(RankHost::literal).toList());
    }

    static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new CommException("address=" + address + " of a rank is none: start the same build of hpl-hetero on all hosts", e);
        }
    }

    /**
     * The address of this host by which ranks on others reach it: that of the interface towards the first rank elsewhere; where there is
     * none, the loopback's, so that no other host can reach it.
     *
     * @param host     the name of this host
     * @param all      where all ranks are
     * @param variable by which a user can name an address, for the message
     * @throws CommException when no interface here leads to that rank's host
     */
    public static InetAddress towardsOthers(String host, List<RankHost> all, String variable) {
        Optional<RankHost> other = all.stream().filter(one -> !one.host().equals(host)).findFirst();
        return other.map(one -> towards(one).orElseThrow(() -> new CommException("this host has no address towards " + one.host()
                + ", addresses=" + one.addresses() + ": name one by " + variable))).orElseGet(InetAddress::getLoopbackAddress);
    }

    /**
     * The addresses of this host by which the ranks reach it: the loopback's for those here, for others those of the interfaces towards
     * their hosts; all of them where a host is met that no interface seems to lead to.
     */
    static List<InetAddress> towardsAll(String host, List<RankHost> all) {
        SequencedSet<InetAddress> addresses = new LinkedHashSet<>();
        for (RankHost one : new LinkedHashSet<>(all)) {
            if (one.host().equals(host)) {
                addresses.add(InetAddress.getLoopbackAddress());
            } else {
                towards(one).ifPresentOrElse(addresses::add, () -> addresses.addAll(here(host).addresses()));
            }
        }
        return new ArrayList<>(addresses);
    }

    /** What both hosts have mostly is a bridge for containers. First what shares a subnet, then by the routes. */
    private static Optional<InetAddress> towards(RankHost other) {
        List<InterfaceAddress> own = InterfaceAddresses.here();
        List<InetAddress> theirs = other.addresses().stream()
                .filter(address -> own.stream().noneMatch(o -> o.getAddress().equals(address))).toList();
        return own.stream().filter(o -> theirs.stream().anyMatch(a -> InterfaceAddresses.sameSubnet(o, a))).findFirst()
                .map(RankHost::unscoped)
                .or(() -> theirs.stream().map(RankHost::source).flatMap(Optional::stream).findFirst());
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
