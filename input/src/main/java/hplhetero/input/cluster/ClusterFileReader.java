package hplhetero.input.cluster;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileReader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads a cluster file: what is known of the ranks of a run and of the network between them. docs/cluster-file.md describes the format;
 * {@link ClusterFileWriter} writes it.
 */
public final class ClusterFileReader {
    static final List<String> RANK_KEYS = List.of("host", "workers", "speed", "panel", "memory", "device-memory", "cores",
            "clock", "flop/cycle", "variation", "lstopo");
    static final String DEVICE_MEMORY = "device-memory";
    static final String STREAMED = "streamed";
    static final String DEVICE_PANEL = "device-panel";
    static final String SHARED_PANEL = "shared-panel";
    /** The share of a host's memory that its ranks may take, where lstopo tells the memory. */
    private static final double MEMORY_SHARE = 0.8;
    static final List<String> UPDATE_KEYS = List.of("step", "panel-element", "row-element", "solve", "element", "multiply");
    static final List<String> PANEL_TIMES = List.of("column", "element", "multiply");
    static final List<String> PANEL_KEYS = Stream.concat(PANEL_TIMES.stream(), Stream.of("team")).toList();
    /**
     * The rate of panels as a share of the rate of updates, for a rank of which only the speed is known. Panels are long and narrow; the
     * number is a rule of thumb.
     */
    static final double PANEL_SHARE = 0.25;
    private static final String PER_FLOP = "multiply=18.2ps";

    private final Path path;
    private final TextFile file;
    private final Map<Integer, RankLine> ranks = new TreeMap<>();
    private final Map<Integer, UpdateCost> updates = new TreeMap<>();
    private final Map<Integer, PanelCost> panels = new TreeMap<>();
    /** Costs of updates of columns that a rank's device does not hold. */
    private final Map<Integer, UpdateCost> streamed = new TreeMap<>();
    /** Costs of panels all rows of which are a rank's, where its device may factor them. */
    private final Map<Integer, PanelCost> devicePanels = new TreeMap<>();
    /** Costs of a rank's rows of panels that it factors with other ranks, where its device may factor them. */
    private final Map<Integer, PanelCost> sharedPanels = new TreeMap<>();
    private final Map<Integer, Peak> peaks = new TreeMap<>();
    private final Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
    /** Lines with measured times of messages by size, by the class of pairs that they are about. */
    private final Map<PairClass, ClusterLine> times = new EnumMap<>(PairClass.class);
    private final SiteLines sites = new SiteLines();
    private Optional<String> origin = Optional.empty();
    private Optional<Topology> topology = Optional.empty();
    private String topologyName = "";

    private ClusterFileReader(Path path, TextFile file) {
        this.path = path;
        this.file = file;
    }

    /** The facts that a {@code rank} line gives for one of its ranks. A speed or panel speed of 0 was not given. */
    private record RankLine(String where, String host, int workers, double speed, double panel, long memory, Optional<Long> deviceMemory,
            double variation) {
    }

    /**
     * Reads a cluster file. Hosts and sites are numbered in the order of the ranks on them.
     *
     * @param file the file
     * @throws InputException if the file cannot be used, naming file, line, the text found, what was expected, and the remedy
     */
    public static Cluster read(Path file) {
        return TextFile.read(file, TextFile.Kind.CLUSTER, text -> new ClusterFileReader(file, text).cluster());
    }

    private Cluster cluster() {
        List<ClusterLine> others = new ArrayList<>();
        for (int i = 1; i <= file.lines().size(); i++) {
            ClusterLine.of(file.where(i), file.lines().get(i - 1)).ifPresent(line -> {
                if (line.keyword().equals("rank") || line.keyword().equals("ranks")) {
                    rank(line);
                } else {
                    others.add(line);
                }
            });
        }
        requireAllRanks();
        others.forEach(this::other);
        times.forEach(this::times);
        List<RankProfile> profiles = ranks.keySet().stream().map(this::profile).toList();
        List<String> hosts = profiles.stream().map(RankProfile::host).toList();
        List<Integer> siteOf = SiteLines.numbers(sites.of(hosts, file.name()));
        Network network = topology.isEmpty() ? new Network(links, SiteLines.numbers(hosts), siteOf)
                : Network.on(Routes.of(topology.get().placement(hosts, topologyName), links), links);
        if (topology.isPresent() && siteOf.stream().distinct().count() > 1) {
            throw new InputException(file.name() + ": has lines `site` and `topology`: drop the lines `site`, because the topology file "
                    + "says which links hosts share");
        }
        requireLinks(network);
        return new Cluster(profiles, network, origin.orElse("cluster file " + file.name()));
    }

    private void other(ClusterLine line) {
        switch (line.keyword()) {
            case "update" -> update(line);
            case "panel" -> panel(line);
            case STREAMED -> known(line, streamed).forEach(rank -> streamed.put(rank, updateCost(line)));
            case DEVICE_PANEL -> known(line, devicePanels).forEach(rank -> devicePanels.put(rank, panelCost(line)));
            case SHARED_PANEL -> known(line, sharedPanels).forEach(rank -> sharedPanels.put(rank, panelCost(line)));
            case "peak" -> peak(line);
            case "link" -> link(line);
            case SiteLines.TIMES -> {
                if (times.putIfAbsent(SiteLines.pair(line), line) != null) {
                    throw line.refused("the times of each link once", line.subject(), "drop one of the two");
                }
            }
            case "site" -> sites.add(line, ranks.values().stream().map(RankLine::host).toList());
            case "origin" -> origin(line);
            case "topology" -> topology(line);
            default -> throw line.refused(
                    "rank, ranks, update, panel, streamed, device-panel, shared-panel, peak, link, times, site, topology or origin",
                    line.keyword(), "begin the line with one of these, or with # for a comment");
        }
    }

    private void rank(ClusterLine line) {
        List<Integer> named = RankSet.ranks(line.subject(), line.where());
        Map<String, String> values = new HashMap<>(line.values(RANK_KEYS));
        List<String> hosts = RankSet.hosts(line.required(values, "host", "host=node1"), line.where());
        if (named.size() % hosts.size() != 0) {
            throw new InputException(line.where() + ": " + named.size() + " ranks on " + hosts.size()
                    + " hosts: name one host, or a number of hosts that divides the number of ranks");
        }
        int perHost = named.size() / hosts.size();
        fillIn(values, perHost);
        Optional<Peak> peak = peakOf(line, values);
        for (int i = 0; i < named.size(); i++) {
            addRank(named.get(i), rankLine(line, values, hosts.get(i / perHost)));
            int rank = named.get(i);
            peak.ifPresent(p -> peaks.put(rank, p));
        }
    }

    /** Adds what the line does not say, but the file of lstopo that it names: equal shares of the host for each of its ranks. */
    private void fillIn(Map<String, String> values, int ranks) {
        if (values.containsKey("lstopo")) {
            HostFacts facts = HostFacts.read(path.resolveSibling(values.get("lstopo")));
            String cores = Integer.toString(Math.max(1, facts.cores() / ranks));
            values.putIfAbsent("workers", cores);
            if (values.containsKey("clock")) {
                values.putIfAbsent("cores", cores);
            }
            if (facts.memory() > 0) {
                values.putIfAbsent("memory", (long) (facts.memory() * MEMORY_SHARE / ranks) + " B");
            }
        }
    }

    private void addRank(int rank, RankLine line) {
        RankLine before = ranks.putIfAbsent(rank, line);
        if (before != null) {
            throw new InputException(line.where() + ": rank " + rank + " is given a second time, first in " + before.where()
                    + ": drop one of the two, or renumber");
        }
    }

    private static RankLine rankLine(ClusterLine line, Map<String, String> values, String host) {
        String where = line.where();
        double speed = values.containsKey("speed") ? Quantity.SPEED.positive(values.get("speed"), where).doubleValue() : 0;
        double panel = values.containsKey("panel") ? Quantity.SPEED.positive(values.get("panel"), where).doubleValue() : 0;
        long memory = values.containsKey("memory") ? bytes(Quantity.MEMORY.positive(values.get("memory"), where)) : Long.MAX_VALUE;
        Optional<Long> deviceMemory = Optional.ofNullable(values.get(DEVICE_MEMORY))
                .map(amount -> bytes(Quantity.MEMORY.positive(amount, where)));
        String variation = values.getOrDefault("variation", "0");
        double spread = Numbers.real(variation, where, "a variation >= 0, such as 0.02", "write a number without unit");
        if (spread < 0) {
            throw line.refused("a variation >= 0, such as 0.02", variation, "write a number without unit");
        }
        return new RankLine(where, host, count(line, values.getOrDefault("workers", "1"), "workers"), speed, panel, memory, deviceMemory,
                spread);
    }

    private static long bytes(BigDecimal amount) {
        return amount.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
    }

    private static int count(ClusterLine line, String text, String what) {
        int count = Numbers.whole(text, line.where(), what + ", an integer >= 1", "give such an integer");
        if (count < 1) {
            throw line.refused(what + ", an integer >= 1", text, "give such an integer");
        }
        return count;
    }

    /** Returns the peak from cores, clock and flop/cycle, of which a line has all or none; empty where it has none. */
    private static Optional<Peak> peakOf(ClusterLine line, Map<String, String> values) {
        if (!values.containsKey("cores") && !values.containsKey("clock") && !values.containsKey("flop/cycle")) {
            return Optional.empty();
        }
        int cores = count(line, line.required(values, "cores", "cores=4"), "cores");
        double clock = Quantity.CLOCK.positive(line.required(values, "clock", "clock=3.0GHz"), line.where()).doubleValue();
        int flops = count(line, line.required(values, "flop/cycle", "flop/cycle=16"), "flop/cycle");
        String source = "cluster file: " + cores + " cores x " + clock + " GHz x " + flops + " flop/cycle";
        return Optional.of(new Peak(cores * clock * flops, source));
    }

    private void requireAllRanks() {
        if (ranks.isEmpty()) {
            throw new InputException(file.name() + ": has no rank: add a line such as "
                    + "`ranks 0-3 host=node1 speed=55GFLOPS`");
        }
        int expected = 0;
        for (Map.Entry<Integer, RankLine> entry : ranks.entrySet()) {
            if (entry.getKey() != expected) {
                throw new InputException(entry.getValue().where() + ": rank " + entry.getKey() + " is given, but rank "
                        + expected + " is missing: number the ranks 0, 1, 2, ... without gaps");
            }
            expected++;
        }
    }

    /** Returns the ranks that a line is about, all of which exist and are not in {@code given} yet. */
    private List<Integer> known(ClusterLine line, Map<Integer, ?> given) {
        List<Integer> named = RankSet.ranks(line.subject(), line.where());
        for (int rank : named) {
            if (!ranks.containsKey(rank)) {
                throw new InputException(line.where() + ": unknown rank " + rank + ": the ranks of the file are 0.."
                        + (ranks.size() - 1) + ": add a line `rank " + rank + " host=...`, or correct the number");
            }
            if (given.containsKey(rank)) {
                throw new InputException(line.where() + ": " + line.keyword() + " of rank " + rank
                        + " is given a second time: drop one of the two");
            }
        }
        return named;
    }

    private static UpdateCost updateCost(ClusterLine line) {
        Map<String, String> values = line.values(UPDATE_KEYS);
        requireOneOf(line, values, List.of("element", "multiply"));
        return new UpdateCost(time(line, values, "step"), time(line, values, "panel-element"), time(line, values, "row-element"),
                time(line, values, "solve"), time(line, values, "element"), time(line, values, "multiply"));
    }

    private static PanelCost panelCost(ClusterLine line) {
        Map<String, String> values = line.values(PANEL_KEYS);
        requireOneOf(line, values, PANEL_TIMES);
        return new PanelCost(time(line, values, "column"), time(line, values, "element"), time(line, values, "multiply"),
                count(line, values.getOrDefault("team", "1"), "team"));
    }

    private void update(ClusterLine line) {
        UpdateCost cost = updateCost(line);
        known(line, updates).forEach(rank -> {
            requireNone(line, rank, "speed", ranks.get(rank).speed());
            updates.put(rank, cost);
        });
    }

    private void panel(ClusterLine line) {
        PanelCost cost = panelCost(line);
        known(line, panels).forEach(rank -> {
            requireNone(line, rank, "panel", ranks.get(rank).panel());
            panels.put(rank, cost);
        });
    }

    private void requireNone(ClusterLine line, int rank, String key, double value) {
        if (value != 0) {
            throw new InputException(line.where() + ": rank " + rank + " has " + key + "= in " + ranks.get(rank).where()
                    + " too: drop one of the two");
        }
    }

    private static double time(ClusterLine line, Map<String, String> values, String key) {
        return Quantity.TIME.notNegative(values.getOrDefault(key, "0s"), line.where()).doubleValue();
    }

    /** Checks that the time grows with the matrix. Otherwise, a plan could give the rank any number of blocks. */
    private static void requireOneOf(ClusterLine line, Map<String, String> values, List<String> keys) {
        if (keys.stream().allMatch(key -> time(line, values, key) == 0)) {
            throw line.refused("a time > 0 for " + String.join(" or ", keys), line.remainder(), "give the time of one operation, such as "
                    + PER_FLOP);
        }
    }

    /** Reads a line such as {@code peak 0-3 192GFLOPS where the number comes from}. */
    private void peak(ClusterLine line) {
        String[] words = line.remainder().split("\\s+", 2);
        double gflops = Quantity.SPEED.notNegative(words[0], line.where()).doubleValue();
        String source = words.length > 1 ? words[1] : "cluster file";
        known(line, peaks).forEach(rank -> peaks.put(rank, new Peak(gflops, source)));
    }

    private void link(ClusterLine line) {
        PairClass pair = SiteLines.pair(line);
        Map<String, String> values = line.values(List.of("latency", "bandwidth", "swap"));
        double latency = Quantity.TIME.notNegative(line.required(values, "latency", "latency=20us"), line.where()).doubleValue();
        double perByte = secondsPerByte(line, line.required(values, "bandwidth", "bandwidth=1GB/s"));
        double swapPerByte = secondsPerByte(line, values.getOrDefault("swap", SiteLines.UNLIMITED));
        if (links.putIfAbsent(pair, new PairCost(latency, perByte, swapPerByte)) != null) {
            throw line.refused("each link once", line.subject(), "drop one of the two");
        }
    }

    /** Reads a line such as {@code times other-host 8B=20us 1KiB=22us}, and adds the times to those of the link. */
    private void times(PairClass pair, ClusterLine line) {
        if (!links.containsKey(pair)) {
            throw new InputException(line.where() + ": times of " + line.subject() + ", which has no link: add a line such as `link "
                    + line.subject() + " latency=20us bandwidth=1GB/s`");
        }
        SortedMap<Long, Double> bySize = new TreeMap<>();
        for (Map.Entry<String, String> time : line.pairs().entrySet()) {
            BigDecimal size = Quantity.MEMORY.positive(time.getKey(), line.where());
            long bytes = bytes(size);
            double seconds = Quantity.TIME.notNegative(time.getValue(), line.where()).doubleValue();
            if (BigDecimal.valueOf(bytes).compareTo(size) != 0) {
                throw line.refused("a whole number of bytes", time.getKey(), "write such as 8B or 64KiB");
            }
            if (seconds == 0) {
                throw line.refused("a time > 0", time.getValue(), "write what a message of " + time.getKey() + " takes, or drop it");
            }
            if (bySize.put(bytes, seconds) != null) {
                throw line.refused("each size once", time.getKey(), "drop one of the two");
            }
        }
        links.compute(pair, (_, link) -> link.with(bySize));
    }

    private static double secondsPerByte(ClusterLine line, String rate) {
        return rate.equals(SiteLines.UNLIMITED) ? 0 : secondsPerByte(Quantity.BANDWIDTH.positive(rate, line.where()));
    }

    /** Returns the seconds for each byte at a bandwidth: its inverse, rounded once. */
    static double secondsPerByte(BigDecimal bytesPerSecond) {
        return BigDecimal.ONE.divide(bytesPerSecond, MathContext.DECIMAL128).doubleValue();
    }

    /** Reads a line {@code topology FILE}, whose file lies beside this one or has a path of its own. */
    private void topology(ClusterLine line) {
        if (topology.isPresent()) {
            throw line.refused("one line `topology`", line.subject(), "drop one of the two");
        }
        if (line.subject().isEmpty() || !line.remainder().isEmpty() && !line.remainder().startsWith("#")) {
            throw line.refused("the name of a topology file", (line.subject() + " " + line.remainder()).strip(),
                    "write `topology my.topology` (docs/topology-file.md)");
        }
        Path named = path.resolveSibling(line.subject());
        topologyName = named.toString();
        topology = Optional.of(TopologyFileReader.read(named));
    }

    private void origin(ClusterLine line) {
        if (origin.isPresent()) {
            throw line.refused("one line `origin`", line.subject(), "drop one of the two");
        }
        origin = Optional.of((line.subject() + " " + line.remainder()).strip());
    }

    private RankProfile profile(int rank) {
        RankLine line = ranks.get(rank);
        if (line.speed() == 0 && !updates.containsKey(rank)) {
            throw new InputException(line.where() + ": expected speed=... of rank " + rank + ", found none: add it, such as "
                    + "speed=55GFLOPS, or a line `update " + rank + " " + PER_FLOP + "`");
        }
        UpdateCost update = updates.containsKey(rank) ? updates.get(rank) : UpdateCost.constant(line.speed());
        PanelCost panel = panels.containsKey(rank) ? panels.get(rank)
                : line.panel() > 0 ? PanelCost.constant(line.panel()) : panelOf(update);
        return new RankProfile(rank, line.host(), line.workers(), update, panel, line.memory(),
                peaks.getOrDefault(rank, Peak.UNKNOWN), line.variation(), device(rank, line));
    }

    /** Returns what the file says of a rank's device; empty where it says nothing. */
    private Optional<DeviceCost> device(int rank, RankLine line) {
        Optional<UpdateCost> update = Optional.ofNullable(streamed.get(rank));
        Optional<PanelCost> panel = Optional.ofNullable(devicePanels.get(rank));
        Optional<PanelCost> shared = Optional.ofNullable(sharedPanels.get(rank));
        return Stream.of(line.deviceMemory(), update, panel, shared).allMatch(Optional::isEmpty) ? Optional.empty()
                : Optional.of(new DeviceCost(line.deviceMemory().orElse(Long.MAX_VALUE), update, panel, shared));
    }

    /**
     * Returns the cost of panels by the rule of thumb: the m jb^2 flops of a panel at {@link #PANEL_SHARE} times the rate at which an
     * update does its 2 m n jb flops.
     */
    private static PanelCost panelOf(UpdateCost update) {
        return new PanelCost(0, update.perElement() / 2 / PANEL_SHARE, update.perMultiply() / PANEL_SHARE);
    }

    /**
     * Returns whether the cost of a rank's panels is the one that a cluster file's reader assumes where the file gives only the rank's
     * speed: as if panels were computed at a quarter of the rate of its updates, which is a rule of thumb.
     *
     * @param rank the rank, as read or as measured
     */
    public static boolean hasPanelOfThumb(RankProfile rank) {
        return rank.panel().equals(panelOf(rank.update()));
    }

    /**
     * Checks that links are given, with one pair of ranks of each class that occurs. All pairs of a hundred thousand ranks would be too
     * many.
     */
    private void requireLinks(Network network) {
        Map<Integer, Integer> firstOnHost = new HashMap<>();
        Map<Integer, Integer> firstAtSite = new HashMap<>();
        for (int b = 0; b < ranks.size(); b++) {
            Integer onHost = firstOnHost.putIfAbsent(network.hostOf().get(b), b);
            Integer atSite = firstAtSite.putIfAbsent(network.siteOf().get(b), b);
            for (Integer a : Arrays.asList(onHost, atSite, b == 0 ? null : 0)) {
                if (a != null && !links.containsKey(network.pair(a, b))) {
                    throw new InputException(file.name() + ": ranks " + a + " and " + b + " have no link: add a line such as `link "
                            + SiteLines.word(network.pair(a, b)) + " latency=20us bandwidth=1GB/s`");
                }
            }
        }
    }
}
