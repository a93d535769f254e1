package hplhetero.run.facts;

import hplhetero.run.facts.HostFacts.Address;
import hplhetero.run.facts.HostFacts.Interface;
import hplhetero.run.facts.HostFacts.Network;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads this host's network interfaces and addresses. */
final class Interfaces {
    private Interfaces() {
    }

    /**
     * Returns the host's place in networks.
     *
     * @param ownName the host's own name
     */
    static Network look(String ownName) {
        return new Network(up(), resolved(ownName));
    }

    private static List<Interface> up() {
        List<Interface> interfaces = new ArrayList<>();
        try {
            for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
                List<Address> addresses = addresses(one);
                if (one.isUp() && !one.isLoopback() && !addresses.isEmpty()) {
                    interfaces.add(new Interface(one.getName(), one.getMTU(), addresses));
                }
            }
        } catch (SocketException nothingKnown) {
            return interfaces;
        }
        return interfaces;
    }

    /**
     * Returns the addresses of an interface without link-local ones. A link-local address holds on one link only and needs the interface's
     * name too, and nobody runs MPI over it.
     */
    private static List<Address> addresses(NetworkInterface one) {
        List<Address> addresses = new ArrayList<>();
        for (InterfaceAddress address : one.getInterfaceAddresses()) {
            if (!address.getAddress().isLinkLocalAddress()) {
                addresses.add(new Address(address.getAddress().getHostAddress().replaceFirst("%.*", ""), address.getNetworkPrefixLength()));
            }
        }
        return addresses;
    }

    private static List<String> resolved(String name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name)).map(InetAddress::getHostAddress).toList();
        } catch (UnknownHostException unknown) {
            return List.of();
        }
    }
}
