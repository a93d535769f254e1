package hplhetero.hpl.cluster;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The text form of a cluster, as properties, in which it is kept and sent. Every number is read back bit for bit. */
public final class ClusterText {
    /** Number of numbers of a link before its measured times, which are pairs of bytes and seconds. */
    private static final int LINK_NUMBERS = 3;

    private ClusterText() {
    }

    /**
     * Returns a cluster as properties, which {@link #read} turns back into an equal cluster. Routes are left out.
     *
     * @param cluster the cluster
     */
    public static Properties write(Cluster cluster) {
        Properties p = new Properties();
        p.setProperty("origin", cluster.origin());
        p.setProperty("ranks", Integer.toString(cluster.size()));
        cluster.ranks().forEach(rank -> write(p, rank));
        cluster.network().links().forEach((kind, cost) -> p.setProperty("link." + kind, link(cost)));
        p.setProperty("hostOf", integers(cluster.network().hostOf()));
        p.setProperty("siteOf", integers(cluster.network().siteOf()));
        return p;
    }

    private static void write(Properties p, RankProfile rank) {
        String at = "rank." + rank.rank() + ".";
        p.setProperty(at + "host", rank.host());
        p.setProperty(at + "workers", Integer.toString(rank.workers()));
        p.setProperty(at + "update", update(rank.update()));
        p.setProperty(at + "panel", panel(rank.panel()));
        p.setProperty(at + "memoryBytes", Long.toString(rank.memoryBytes()));
        p.setProperty(at + "peak", Double.toString(rank.peak().gflops()));
        p.setProperty(at + "peakSource", rank.peak().source());
        p.setProperty(at + "variation", Double.toString(rank.variation()));
        rank.device().ifPresent(device -> {
            p.setProperty(at + "heldBytes", Long.toString(device.heldBytes()));
            device.streamed().ifPresent(cost -> p.setProperty(at + "streamed", update(cost)));
            device.panel().ifPresent(cost -> p.setProperty(at + "devicePanel", panel(cost)));
            device.shared().ifPresent(cost -> p.setProperty(at + "sharedPanel", panel(cost)));
        });
    }

    /**
     * Reads a cluster from properties, as {@link #write} makes them.
     *
     * @param p properties of the cluster
     * @return the cluster; empty where the properties are not what {@link #write} makes
     */
    public static Optional<Cluster> read(Properties p) {
        try {
            List<RankProfile> ranks = new ArrayList<>();
            for (int r = 0; r < Integer.parseInt(required(p, "ranks")); r++) {
                ranks.add(rank(p, r));
            }
            Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
            for (PairClass kind : PairClass.values()) {
                if (p.getProperty("link." + kind) != null) {
                    links.put(kind, link(required(p, "link." + kind)));
                }
            }
            return Optional.of(new Cluster(ranks, new Network(links, integers(required(p, "hostOf")), integers(required(p, "siteOf"))),
                    required(p, "origin")));
        } catch (RuntimeException spoilt) {
            return Optional.empty();
        }
    }

    private static RankProfile rank(Properties p, int r) {
        String at = "rank." + r + ".";
        return new RankProfile(r, required(p, at + "host"), Integer.parseInt(required(p, at + "workers")),
                update(required(p, at + "update")), panel(required(p, at + "panel")), Long.parseLong(required(p, at + "memoryBytes")),
                new Peak(Double.parseDouble(required(p, at + "peak")), required(p, at + "peakSource")),
                Double.parseDouble(required(p, at + "variation")), device(p, at));
    }

    /** Returns what is known of a rank's device; empty in a text of a rank without one, or from before devices were described. */
    private static Optional<DeviceCost> device(Properties p, String at) {
        return Optional.ofNullable(p.getProperty(at + "heldBytes")).map(bytes -> new DeviceCost(Long.parseLong(bytes),
                Optional.ofNullable(p.getProperty(at + "streamed")).map(ClusterText::update),
                Optional.ofNullable(p.getProperty(at + "devicePanel")).map(ClusterText::panel),
                Optional.ofNullable(p.getProperty(at + "sharedPanel")).map(ClusterText::panel)));
    }

    private static String update(UpdateCost c) {
        return numbers(c.perStep(), c.perPanelElement(), c.perRowElement(), c.perSolve(), c.perElement(), c.perMultiply());
    }

    private static UpdateCost update(String text) {
        double[] c = numbers(text, 6);
        return new UpdateCost(c[0], c[1], c[2], c[3], c[4], c[5]);
    }

    private static String panel(PanelCost c) {
        return numbers(c.perColumn(), c.perElement(), c.perMultiply(), c.team());
    }

    private static PanelCost panel(String text) {
        double[] c = numbers(text, 4);
        return new PanelCost(c[0], c[1], c[2], (int) c[3]);
    }

    private static String link(PairCost c) {
        return numbers(DoubleStream.concat(DoubleStream.of(c.latency(), c.secondsPerByte(), c.swapPerByte()),
                c.times().entrySet().stream().flatMapToDouble(time -> DoubleStream.of(time.getKey(), time.getValue()))).toArray());
    }

    private static PairCost link(String text) {
        int pairs = Math.max(0, (text.split(" ").length - LINK_NUMBERS) / 2);
        double[] c = numbers(text, LINK_NUMBERS + 2 * pairs);
        SortedMap<Long, Double> times = new TreeMap<>();
        for (int i = LINK_NUMBERS; i < c.length; i += 2) {
            times.put((long) c[i], c[i + 1]);
        }
        return new PairCost(c[0], c[1], c[2], times);
    }

    private static String numbers(double... values) {
        return DoubleStream.of(values).mapToObj(Double::toString).collect(Collectors.joining(" "));
    }

    private static double[] numbers(String text, int count) {
        double[] values = Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
        if (values.length != count || Arrays.stream(values).anyMatch(v -> !(v >= 0))) {
            throw new IllegalArgumentException(text + ": expected numbers >= 0, count=" + count);
        }
        return values;
    }

    private static String integers(List<Integer> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static List<Integer> integers(String text) {
        return Arrays.stream(text.split(" ")).map(Integer::valueOf).toList();
    }

    private static String required(Properties p, String name) {
        String value = p.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    /** Returns the properties of a cluster as one text, to be sent. */
    public static String send(Cluster cluster) {
        StringWriter text = new StringWriter();
        try {
            write(cluster).store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Returns the cluster in a text that {@link #send} made; empty for another text. */
    public static Optional<Cluster> receive(String text) {
        Properties p = new Properties();
        try {
            p.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(p);
    }
}
