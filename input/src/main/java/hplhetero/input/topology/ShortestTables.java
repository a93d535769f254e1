package hplhetero.input.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Forwarding tables by shortest routes between switches, for fabrics whose tables were not saved. They have an entry for each LID that the
 * file of cables tells: those of switches, and of all ports of adapters. Where several cables lead nearer to a LID, LIDs take turns.
 */
final class ShortestTables {
    private final List<CableFile.Device> switches;
    /** The switches by GUID. */
    private final Map<Long, CableFile.Device> byGuid = new HashMap<>();
    /** The channel adapters by GUID. */
    private final Map<Long, CableFile.Device> adapters = new HashMap<>();
    private final Map<Long, TreeMap<Integer, Subnet.Entry>> tables = new HashMap<>();

    private ShortestTables(List<CableFile.Device> devices) {
        switches = devices.stream().filter(device -> device.kind() == CableFile.Kind.SWITCH).toList();
        switches.forEach(device -> byGuid.put(device.guid(), device));
        devices.stream().filter(device -> device.kind() == CableFile.Kind.CA).forEach(device -> adapters.put(device.guid(), device));
        switches.forEach(device -> tables.put(device.guid(), new TreeMap<>()));
    }

    /** Returns the entries of each switch by LID, by the GUID of the switch. */
    static Map<Long, TreeMap<Integer, Subnet.Entry>> of(List<CableFile.Device> devices) {
        ShortestTables shortest = new ShortestTables(devices);
        shortest.switches.forEach(shortest::enter);
        return shortest.tables;
    }

    /** Enters the routes to the LIDs of a switch and of the adapters at the switch. */
    private void enter(CableFile.Device at) {
        Map<Long, Integer> distance = distances(at);
        if (at.lid() > 0) {
            enter(at, distance, at.lid(), new Subnet.Entry(0, " : (Switch portguid 0x%016x: '%s')".formatted(at.guid(), at.name())));
        }
        at.ports().forEach((number, port) -> {
            CableFile.Device adapter = adapters.get(port.other());
            CableFile.Port end = adapter == null ? port : adapter.ports().get(port.port());
            String note = adapter == null || end.guid() == 0 ? ""
                    : " : (Channel Adapter portguid 0x%016x: '%s')".formatted(end.guid(), adapter.name());
            for (int path = 0; adapter != null && path < 1 << end.lmc(); path++) {
                enter(at, distance, end.lid() + path, new Subnet.Entry(number, note));
            }
        });
    }

    private void enter(CableFile.Device at, Map<Long, Integer> distance, int lid, Subnet.Entry last) {
        tables.get(at.guid()).put(lid, last);
        for (CableFile.Device device : switches) {
            int far = distance.getOrDefault(device.guid(), 0);
            List<Integer> nearer = new ArrayList<>();
            device.ports().forEach((number, port) -> {
                if (far > 0 && distance.getOrDefault(port.other(), far) == far - 1) {
                    nearer.add(number);
                }
            });
            if (!nearer.isEmpty()) {
                tables.get(device.guid()).put(lid, new Subnet.Entry(nearer.get(lid % nearer.size()), last.note()));
            }
        }
    }

    /** Returns the number of cables from each switch to one of them, by GUID; without switches that no way joins to it. */
    private Map<Long, Integer> distances(CableFile.Device to) {
        Map<Long, Integer> distance = new HashMap<>(Map.of(to.guid(), 0));
        ArrayDeque<CableFile.Device> reached = new ArrayDeque<>(List.of(to));
        while (!reached.isEmpty()) {
            CableFile.Device at = reached.remove();
            for (CableFile.Port port : at.ports().values()) {
                CableFile.Device next = byGuid.get(port.other());
                if (next != null && distance.putIfAbsent(next.guid(), distance.get(at.guid()) + 1) == null) {
                    reached.add(next);
                }
            }
        }
        return distance;
    }
}
