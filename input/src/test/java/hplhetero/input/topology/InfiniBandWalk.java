package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.topology.TableFabric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Walks through saved output of ibnetdiscover and dump_lfts hop by hop, in its own way, and compares. */
final class InfiniBandWalk {
    private static final Pattern NAME = Pattern.compile("^(?:Switch|Ca)\\s+\\d+ \"([SH]-\\w+)\"\\s+# \"(\\w+)\".*");
    private static final Pattern CABLE = Pattern.compile("^\\[(\\d+)].*?\"([SH]-\\w+)\"\\[(\\d+)].*");
    private static final Pattern ADDRESS = Pattern.compile(".*# lid (\\d+) lmc (\\d).*");
    private static final Pattern TABLE = Pattern.compile("^Unicast.*guid 0x(\\w+) .*");
    private static final Pattern ENTRY = Pattern.compile("^0x(\\w+) (\\d+).*");

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> idOf = new HashMap<>();
    /** The device and port at the other end of {@code device/port}. */
    private final Map<String, String> cables = new HashMap<>();
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
                names.put(at, name.group(2));
                idOf.put(name.group(2), at);
            } else if (cable.matches()) {
                cables.put(at + "/" + cable.group(1), cable.group(2) + "/" + cable.group(3));
                if (at.startsWith("H") && address.matches()) {
                    lids.put(at, Integer.parseInt(address.group(1)));
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
