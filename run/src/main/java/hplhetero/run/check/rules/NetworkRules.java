package hplhetero.run.check.rules;

import hplhetero.run.facts.HostFacts.Address;
import hplhetero.run.facts.HostFacts.Interface;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The rules for names and networks, as each host sees its own. */
final class NetworkRules {

    /** An address of a host in a network, with the interface that has it. */
    private record Place(CheckedHost host, Interface at, Address address) {
    }

    private NetworkRules() {
    }

    /** Returns what is wrong with the hosts' names and networks; nothing where there is only one host. */
    static List<Problem> of(Evidence evidence) {
        List<Problem> found = new ArrayList<>();
        if (evidence.several()) {
            evidence.hosts().forEach(host -> ownName(found, host));
            SequencedMap<Subnet, List<Place>> networks = networks(evidence);
            addresses(found, evidence.hosts());
            networks.forEach((network, places) -> {
                partial(found, network, places, evidence);
                packets(found, network, places);
            });
        }
        return found;
    }

    private static void ownName(List<Problem> found, CheckedHost host) {
        List<String> leads = host.facts().network().ownName();
        List<String> loopback = leads.stream().filter(address -> InetAddress.ofLiteral(address).isLoopbackAddress()).toList();
        String name = host.facts().name();
        if (!loopback.isEmpty()) {
            String address = host.facts().network().interfaces().stream().flatMap(i -> i.addresses().stream()).map(Address::text)
                    .findFirst()
                    .orElse("its address");
            found.add(Problem.trouble(host.name(), "its own name " + name + " leads to " + String.join(", ", loopback)
                    + " there: programs that look up their own name tell other hosts this wrong address",
                    "in /etc/hosts there, remove " + name + " from the line of " + loopback.getFirst()
                    + ", and add a line '" + address + " "
                    + name + "'"));
        } else if (leads.isEmpty()) {
            found.add(Problem.note(host.name(), "its own name " + name + " is not known on the host itself",
                    "add it to /etc/hosts there, or to the name server"));
        }
    }

    private static SequencedMap<Subnet, List<Place>> networks(Evidence evidence) {
        SequencedMap<Subnet, List<Place>> networks = new LinkedHashMap<>();
        for (CheckedHost host : evidence.hosts()) {
            for (Interface at : host.facts().network().interfaces()) {
                at.addresses().forEach(address -> networks.computeIfAbsent(Subnet.of(address), n -> new ArrayList<>())
                        .add(new Place(host, at, address)));
            }
        }
        return networks;
    }

    /** Notes hosts that have the same address. Bridges of containers and virtual machines have the same address on every host. */
    private static void addresses(List<Problem> found, List<CheckedHost> hosts) {
        SequencedMap<String, List<CheckedHost>> owners = new LinkedHashMap<>();
        SequencedMap<String, String> names = new LinkedHashMap<>();
        for (CheckedHost host : hosts) {
            for (Interface at : host.facts().network().interfaces()) {
                at.addresses().forEach(address -> {
                    owners.computeIfAbsent(address.text(), a -> new ArrayList<>()).add(host);
                    names.putIfAbsent(address.text(), at.name());
                });
            }
        }
        owners.forEach((address, there) -> {
            if (there.stream().map(host -> host.facts().bootId()).distinct().count() > 1) {
                found.add(Problem.note(Groups.names(there), "all have address " + address + " (" + names.get(address) + ")",
                        "if this is a bridge for containers, keep MPI away from it: --mca btl_tcp_if_exclude lo," + names.get(address)));
            }
        });
    }

    private static void partial(List<Problem> found, Subnet network, List<Place> places, Evidence evidence) {
        List<CheckedHost> in = places.stream().map(Place::host).distinct().toList();
        List<CheckedHost> out = evidence.hosts().stream().filter(host -> !in.contains(host)).toList();
        if (in.size() > 1 && !out.isEmpty() || in.size() == 1 && elsewhere(in.getFirst(), evidence)) {
            String through = places.stream().map(place -> place.at().name()).distinct().collect(Collectors.joining(", "));
            found.add(Problem.note(Groups.names(in), "alone in network " + network + " (" + through + "), without " + Groups.names(out),
                    "if messages do not arrive, name the network that all hosts have: --mca btl_tcp_if_include, or -iface for MPICH"));
        }
    }

    /** Returns whether the host is also in a network with others, so that a network of its own is a second one. */
    private static boolean elsewhere(CheckedHost host, Evidence evidence) {
        return evidence.hosts().size() > 1 && networks(evidence).values().stream().map(places -> places.stream().map(Place::host).distinct()
                .toList())
                .anyMatch(hosts -> hosts.size() > 1 && hosts.contains(host));
    }

    private static void packets(List<Problem> found, Subnet network, List<Place> places) {
        SequencedMap<Integer, List<CheckedHost>> sizes = new LinkedHashMap<>();
        places.forEach(place -> sizes.computeIfAbsent(place.at().mtu(), m -> new ArrayList<>()).add(place.host()));
        if (sizes.size() > 1) {
            found.add(Problem.trouble("hosts", "unlike MTUs (largest packets) in network " + network + ": MTU " + Groups.spread(sizes),
                    "set one MTU on all hosts and on the switch: ip link set DEVICE mtu " + sizes.firstEntry().getKey()));
        }
    }
}
