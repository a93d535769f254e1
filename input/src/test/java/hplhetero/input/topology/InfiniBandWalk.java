package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.topology.TableFabric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Walks through saved output of ibnetdiscover and dump_lfts hop by hop, in its own way, and compares. */
final class InfiniBandWalk {
    private static final Pattern NAME = Pattern.compile("^(?:Switch|Ca)\\s+\\d+ \"([SH]-\\w+)\"\\s+# \"([^\"]+)\".*");
    private static final Pattern SWITCH_LID = Pattern.compile("^Switch.*\"(S-\\w+)\".* lid (\\d+) lmc \\d.*");
    private static final Pattern CABLE = Pattern.compile("^\\[(\\d+)].*?\"([SH]-\\w+)\"\\[(\\d+)].*");
    private static final Pattern ADDRESS = Pattern.compile(".*# lid (\\d+) lmc (\\d).*");
    private static final Pattern TABLE = Pattern.compile("^Unicast.*guid 0x(\\w+) .*");
    private static final Pattern ENTRY = Pattern.compile("^0x(\\w+) (\\d+).*");

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> idOf = new HashMap<>();
    /** The device and port at the other end of {@code device/port}. */
    private final Map<String, String> cables = new HashMap<>();
    /** The aggregation nodes. */
    private final Set<String> inSwitches = new HashSet<>();
    /** The device that has each LID, switches and aggregation nodes too. */
    private final Map<Integer, String> owners = new HashMap<>();
    private final Map<String, Integer> lids = new HashMap<>();
    private final Map<String, String> ports = new HashMap<>();
    /** The fabric's link for {@code device/port}: one each, whatever route passes there. */
    private final Map<String, Integer> links = new HashMap<>();

    private InfiniBandWalk(Path net, Path lfts) throws IOException {
        String at = "";
        for (String line : Files.readAllLines(net)) {
            Matcher name = NAME.matcher(line);
            Matcher cable = CABLE.matcher(line);
            Matcher address = ADDRESS.matcher(line);
            if (name.matches()) {
                at = name.group(1);
                // the first adapter of a host has the name of the host
                names.put(at, name.group(2).split(" ")[0]);
                if (name.group(2).contains("Aggregation")) {
                    inSwitches.add(at);
                } else {
                    idOf.put(names.get(at), at);
                }
                Matcher lid = SWITCH_LID.matcher(line);
                if (lid.matches()) {
                    owners.put(Integer.parseInt(lid.group(2)), at);
                }
            } else if (cable.matches()) {
                cables.put(at + "/" + cable.group(1), cable.group(2) + "/" + cable.group(3));
                if (at.startsWith("H") && address.matches()) {
                    int first = Integer.parseInt(address.group(1));
                    for (int path = 0; path < 1 << Integer.parseInt(address.group(2)); path++) {
                        owners.put(first + path, at);
                    }
                    if (!inSwitches.contains(at)) {
                        lids.put(at, first);
                    }
                }
            }
        }
        for (String line : Files.readAllLines(lfts)) {
            Matcher table = TABLE.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (table.matches()) {
                at = "S-" + table.group(1);
            } else if (entry.matches()) {
                ports.put(at + " " + Integer.parseInt(entry.group(1), 16), Integer.toString(Integer.parseInt(entry.group(2))));
            }
        }
    }

    /** Every route of the fabric, over every path, passes the cables that the tables say. */
    static void checkAll(TableFabric fabric, Path net, Path lfts) {
        try {
            InfiniBandWalk walk = new InfiniBandWalk(net, lfts);
            int[] route = new int[fabric.longestRoute()];
            for (int path = 0; path < fabric.paths(); path++) {
                for (int from = 0; from < fabric.nodes(); from++) {
                    for (int to = 0; to < fabric.nodes(); to++) {
                        walk.check(fabric, from, to, path, route);
                    }
                }
            }
            assertThat(walk.links.values()).as("links for ports").doesNotHaveDuplicates();
            assertThat(walk.lids).hasSize(fabric.nodes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * From every switch, the tables lead to every LID of the fabric: those of nodes, switches and aggregation nodes.
     *
     * @return number of routes that were walked
     */
    static int everyLid(Path net, Path lfts) throws IOException {
        InfiniBandWalk walk = new InfiniBandWalk(net, lfts);
        List<String> switches = walk.names.keySet().stream().filter(id -> id.startsWith("S")).toList();
        for (String from : switches) {
            walk.owners.forEach((lid, owner) -> {
                String at = from;
                for (int hops = 0; !at.equals(owner); hops++) {
                    String port = walk.ports.get(at + " " + lid);
                    assertThat(port).as("entry of %s for LID %d of %s", walk.names.get(at), lid, walk.names.get(owner)).isNotNull();
                    assertThat(hops).as("hops from %s to LID %d", walk.names.get(from), lid).isLessThan(switches.size());
                    assertThat(walk.cables).containsKey(at + "/" + port);
                    at = walk.cables.get(at + "/" + port).split("/")[0];
                }
            });
        }
        return switches.size() * walk.owners.size();
    }

    private void check(TableFabric fabric, int from, int to, int path, int[] route) {
        String what = fabric.nodeName(from) + " to " + fabric.nodeName(to) + " over " + path;
        int hops = fabric.route(from, to, path, route);
        String goal = idOf.get(fabric.nodeName(to));
        String at = idOf.get(fabric.nodeName(from));
        int lid = lids.get(goal) + path;
        int walked = 0;
        while (!at.equals(goal)) {
            String port = at.startsWith("H") ? "1" : ports.get(at + " " + lid);
            String end = at + "/" + port;
            assertThat(walked).as(what).isLessThan(hops);
            assertThat(fabric.link(route[walked]).from()).as(what).isEqualTo(names.get(at));
            Integer before = links.putIfAbsent(end, route[walked]);
            assertThat(before == null || before == route[walked]).as(what).isTrue();
            at = cables.get(end).split("/")[0];
            assertThat(fabric.link(route[walked]).to()).as(what).isEqualTo(names.get(at));
            walked++;
        }
        assertThat(walked).as(what).isEqualTo(hops);
    }
}
