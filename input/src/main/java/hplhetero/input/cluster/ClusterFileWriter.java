package hplhetero.input.cluster;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * Writes a cluster as the text of a cluster file, for people to look at and to change. {@link ClusterFileReader} reads the same cluster
 * back, number by number, on two conditions. Ranks share a host's name exactly where the network says that they share the host, and hosts
 * and sites are numbered in the order of their ranks.
 */
public final class ClusterFileWriter {
    private final Cluster cluster;
    private final StringBuilder text = new StringBuilder();

    private ClusterFileWriter(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Returns the text of a cluster file for a cluster, without remarks.
     *
     * @param cluster the ranks and the network to describe
     * @throws IllegalArgumentException if two hosts have one name, or one host has two
     */
    public static String write(Cluster cluster) {
        return write(cluster, List.of());
    }

    /**
     * Returns the text of a cluster file for a cluster, with remarks as comments at its beginning, which a reader passes over.
     *
     * @param cluster the ranks and the network to describe
     * @param remarks remarks, one in a line
     * @throws IllegalArgumentException if two hosts have one name, or one host has two
     */
    public static String write(Cluster cluster, List<String> remarks) {
        return new ClusterFileWriter(cluster).lines(remarks);
    }

    private String lines(List<String> remarks) {
        requireNames();
        text.append("# docs/cluster-file.md explains this format\n");
        remarks.forEach(remark -> text.append("# ").append(oneLine(remark)).append('\n'));
        if (cluster.network().routes().isPresent()) {
            text.append("# a topology file of its own says which links hosts share: add a line such as `topology my.topology`\n");
        }
        text.append("origin ").append(oneLine(cluster.origin())).append("\n\n");
        cluster.ranks().forEach(this::rank);
        text.append('\n');
        for (PairClass pair : PairClass.values()) {
            if (cluster.network().links().containsKey(pair)) {
                link(pair, cluster.network().links().get(pair));
            }
        }
        sites();
        return text.toString();
    }

    private void requireNames() {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (RankProfile rank : cluster.ranks()) {
            int number = cluster.network().hostOf().get(rank.rank());
            if (numbers.computeIfAbsent(rank.host(), _ -> number) != number) {
                throw new IllegalArgumentException("host=" + rank.host() + " rank=" + rank.rank()
                        + ": must be one host by name where it is one by number");
            }
        }
        if (Set.copyOf(numbers.values()).size() != numbers.size()) {
            throw new IllegalArgumentException("hosts=" + numbers + ": must have a number each");
        }
    }

    private void rank(RankProfile rank) {
        text.append("rank ").append(rank.rank()).append(" host=").append(rank.host()).append(" workers=").append(rank.workers());
        String speed = speed(rank.update().perMultiply(), UpdateCost::constant, rank.update());
        String panel = speed(rank.panel().perMultiply(), PanelCost::constant, rank.panel());
        append(" speed=", speed);
        append(" panel=", panel);
        if (rank.memoryBytes() != Long.MAX_VALUE) {
            append(" memory=", Quantity.MEMORY.writeExactly(BigDecimal.valueOf(rank.memoryBytes())));
        }
        rank.device().filter(device -> device.heldBytes() != Long.MAX_VALUE).ifPresent(device -> append(
                " " + ClusterFileReader.DEVICE_MEMORY + "=", Quantity.MEMORY.writeExactly(BigDecimal.valueOf(device.heldBytes()))));
        if (rank.variation() != 0) {
            append(" variation=", BigDecimal.valueOf(rank.variation()).toPlainString());
        }
        text.append('\n');
        if (speed.isEmpty()) {
            update("update", rank.rank(), rank.update());
        }
        if (panel.isEmpty()) {
            panel("panel", rank.rank(), rank.panel());
        }
        rank.device().ifPresent(device -> {
            device.streamed().ifPresent(cost -> update(ClusterFileReader.STREAMED, rank.rank(), cost));
            device.panel().ifPresent(cost -> panel(ClusterFileReader.DEVICE_PANEL, rank.rank(), cost));
            device.shared().ifPresent(cost -> panel(ClusterFileReader.SHARED_PANEL, rank.rank(), cost));
        });
        if (!rank.peak().equals(Peak.UNKNOWN)) {
            text.append("peak ").append(rank.rank()).append(' ').append(Quantity.SPEED.write(rank.peak().gflops())).append(' ')
                    .append(oneLine(rank.peak().source())).append('\n');
        }
    }

    /** Returns the one speed that describes a cost completely, or an empty text where there is none. */
    private static <T> String speed(double perFlop, DoubleFunction<T> constant, T cost) {
        if (perFlop == 0) {
            return "";
        }
        BigDecimal exact = new BigDecimal(1e-9).divide(new BigDecimal(perFlop), MathContext.DECIMAL128);
        return Quantity.SPEED.write(exact, speed -> 1e-9 / speed.doubleValue())
                .filter(written -> constant.apply(Quantity.SPEED.positive(written, "").doubleValue()).equals(cost)).orElse("");
    }

    private void update(String keyword, int rank, UpdateCost cost) {
        text.append(keyword).append(' ').append(rank);
        time(" step=", cost.perStep());
        time(" panel-element=", cost.perPanelElement());
        time(" row-element=", cost.perRowElement());
        time(" solve=", cost.perSolve());
        time(" element=", cost.perElement());
        time(" multiply=", cost.perMultiply());
        text.append('\n');
    }

    private void panel(String keyword, int rank, PanelCost cost) {
        text.append(keyword).append(' ').append(rank);
        time(" column=", cost.perColumn());
        time(" element=", cost.perElement());
        time(" multiply=", cost.perMultiply());
        append(" team=", cost.team() == 1 ? "" : String.valueOf(cost.team()));
        text.append('\n');
    }

    private void time(String key, double seconds) {
        append(key, Quantity.TIME.write(seconds));
    }

    private void append(String key, String value) {
        if (!value.isEmpty()) {
            text.append(key).append(value);
        }
    }

    private void link(PairClass pair, PairCost link) {
        text.append("link ").append(SiteLines.word(pair));
        time(" latency=", link.latency());
        append(" bandwidth=", bandwidth(link.secondsPerByte()));
        append(" swap=", link.swapPerByte() == 0 ? "" : bandwidth(link.swapPerByte()));
        text.append('\n');
        if (!link.times().isEmpty()) {
            text.append(SiteLines.TIMES).append(' ').append(SiteLines.word(pair));
            link.times().forEach((bytes, seconds) -> time(" " + Quantity.MEMORY.writeExactly(BigDecimal.valueOf(bytes)) + "=", seconds));
            text.append('\n');
        }
    }

    private static String bandwidth(double secondsPerByte) {
        if (secondsPerByte == 0) {
            return SiteLines.UNLIMITED;
        }
        BigDecimal exact = BigDecimal.ONE.divide(new BigDecimal(secondsPerByte), MathContext.DECIMAL128);
        return Quantity.BANDWIDTH.write(exact, ClusterFileReader::secondsPerByte).orElseThrow();
    }

    /** Writes the sites; nothing where there is only one. */
    private void sites() {
        Network network = cluster.network();
        Map<Integer, Set<String>> hosts = new LinkedHashMap<>();
        for (RankProfile rank : cluster.ranks()) {
            hosts.computeIfAbsent(network.siteOf().get(rank.rank()), _ -> new LinkedHashSet<>()).add(rank.host());
        }
        if (hosts.size() > 1) {
            hosts.forEach((site, names) -> text.append("site ").append(site + 1).append(" hosts=")
                    .append(names.stream().collect(Collectors.joining(","))).append('\n'));
        }
    }

    private static String oneLine(String words) {
        return words.strip().replaceAll("\\s+", " ");
    }
}
