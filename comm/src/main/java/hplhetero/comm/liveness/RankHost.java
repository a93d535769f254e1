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
 * The host of a rank, as the rank describes it to the others.
 *
 * @param host      the host's name
 * @param addresses the addresses of the host's interfaces, without loopback
 */
public record RankHost(String host, List<InetAddress> addresses) {
    /** The greatest number of addresses that a rank tells. */
    private static final int MOST_ADDRESSES = 32;
    /** A port that is needed to ask for a route; no packet is sent to it. */
    private static final int ANY_PORT = 9;

    /**
     * Returns this host with the addresses of its interfaces.
     *
     * @param host this host's name
     */
    public static RankHost here(String host) {
        return new RankHost(host, InterfaceAddresses.here().stream().map(RankHost::unscoped).limit(MOST_ADDRESSES).toList());
    }

    /** Returns an address without the name of the interface, which IPv6 addresses have and other hosts do not know. */
    private static InetAddress unscoped(InterfaceAddress own) {
        try {
            return InetAddress.getByAddress(own.getAddress().getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an interface's address has the length of one", e);
        }
    }

    /** Returns this object as bytes: the name of the host and the addresses, each on a line, in UTF-8. */
    public byte[] encoded() {
        return (host + '\n' + String.join("\n", addresses.stream().map(InetAddress::getHostAddress).toList()))
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Makes the object that {@link #encoded} has turned into bytes.
     *
     * @throws CommException when another build has encoded it
     */
    public static RankHost decoded(byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return new RankHost(lines.getFirst(), lines.stream().skip(1).map(RankHost::literal).toList());
    }

    /**
     * Returns the address that a text such as {@code 10.0.0.1} stands for.
     *
     * @throws CommException when the text is no address
     */
    static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new CommException("address=" + address + " of a rank is no address: start the same build of hpl-hetero on all hosts", e);
        }
    }

    /**
     * Returns the address of this host by which ranks on other hosts reach it: the address of the interface towards the host of the first
     * rank that is not on this host. Where all ranks are on this host, returns the loopback address, so that no other host can reach it.
     *
     * @param host     the name of this host
     * @param all      the hosts of all ranks, indexed by rank
     * @param variable name of the environment variable by which a user can name the address instead; the exception tells it
     * @throws CommException when no interface of this host leads to the host of that first rank elsewhere
     */
    public static InetAddress towardsOthers(String host, List<RankHost> all, String variable) {
        Optional<RankHost> other = all.stream().filter(one -> !one.host().equals(host)).findFirst();
        return other.map(one -> towards(one).orElseThrow(() -> new CommException("this host has no address in a network of " + one.host()
                + ", addresses=" + one.addresses() + ": name an address of this host in " + variable)))
                .orElseGet(InetAddress::getLoopbackAddress);
    }

    /**
     * Returns the addresses of this host by which all ranks reach it. Ranks on this host use the loopback address, ranks on other hosts the
     * address of the interface towards their host. Where no interface seems to lead to one of the hosts, all addresses of this host are
     * returned too.
     *
     * @param host the name of this host
     * @param all  the hosts of all ranks
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

    /**
     * Returns the address of this host towards another one: of an interface that shares a subnet with it, else the address by which the
     * system would send. Addresses that both hosts have are ignored, because they mostly belong to bridges for containers.
     */
    private static Optional<InetAddress> towards(RankHost other) {
        List<InterfaceAddress> own = InterfaceAddresses.here();
        List<InetAddress> theirs = other.addresses().stream()
                .filter(address -> own.stream().noneMatch(o -> o.getAddress().equals(address))).toList();
        return own.stream().filter(o -> theirs.stream().anyMatch(a -> InterfaceAddresses.sameSubnet(o, a))).findFirst()
                .map(RankHost::unscoped)
                .or(() -> theirs.stream().map(RankHost::source).flatMap(Optional::stream).findFirst());
    }

    /** Returns the address from which the system would send to {@code target}. */
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
