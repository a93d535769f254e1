package hplhetero.input.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of the channel adapters of a fabric, by their hosts. An adapter whose description has two words, such as {@code node1 HCA-1},
 * is an adapter of the host that the first word names. The first adapter of a host is called like the host, so that lists of hosts match.
 * Further adapters, which are further rails of the host, keep both words: {@code node1_HCA-2}. Where two adapters of one host have the same
 * description, as on machines that were not given names, they are not taken for rails, and all keep their descriptions.
 */
final class AdapterNames {
    private final List<CableFile.Device> order;
    private final Map<Long, String> names;
    /** The number of each adapter among those of its host, by GUID; only of adapters that are known to be of a host. */
    private final Map<Long, Integer> rails;

    private AdapterNames(List<CableFile.Device> order, Map<Long, String> names, Map<Long, Integer> rails) {
        this.order = order;
        this.names = names;
        this.rails = rails;
    }

    /** Returns the names of adapters that are sorted by their descriptions. */
    static AdapterNames of(List<CableFile.Device> sorted) {
        Map<String, List<CableFile.Device>> byHost = new LinkedHashMap<>();
        for (CableFile.Device adapter : sorted) {
            byHost.computeIfAbsent(adapter.host(), _ -> new ArrayList<>()).add(adapter);
        }
        Map<Long, String> names = new HashMap<>();
        Map<Long, Integer> rails = new HashMap<>();
        byHost.forEach((host, adapters) -> {
            if (!host.isEmpty() && adapters.stream().map(CableFile.Device::name).distinct().count() == adapters.size()) {
                names.put(adapters.getFirst().guid(), host);
                adapters.forEach(adapter -> rails.put(adapter.guid(), adapters.indexOf(adapter)));
            }
        });
        Comparator<CableFile.Device> byRail = Comparator.comparing(adapter -> rails.getOrDefault(adapter.guid(), 0));
        return new AdapterNames(sorted.stream().sorted(byRail).toList(), names, rails);
    }

    /** Returns the adapters: the first one of each host, then the second ones, and so on; otherwise in the order that was given. */
    List<CableFile.Device> inOrder() {
        return order;
    }

    /** Returns the adapters of each host that has several, as their places in {@link #inOrder}. */
    List<List<Integer>> rails() {
        Map<String, List<Integer>> byHost = new LinkedHashMap<>();
        for (int node = 0; node < order.size(); node++) {
            if (rails.containsKey(order.get(node).guid())) {
                byHost.computeIfAbsent(order.get(node).host(), _ -> new ArrayList<>()).add(node);
            }
        }
        return byHost.values().stream().filter(each -> each.size() > 1).toList();
    }

    /** Returns the name of an adapter, or of any other device: several devices may have the same. */
    String name(CableFile.Device device) {
        return names.getOrDefault(device.guid(), device.name());
    }
}
