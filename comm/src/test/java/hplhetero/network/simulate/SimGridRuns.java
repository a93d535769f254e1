package hplhetero.network.simulate;

import hplhetero.network.simulate.SimGridCases.Case;
import hplhetero.network.simulate.SimGridCases.Value;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The program of {@code bench/simgrid}: has SimGrid run the cases of {@link SimGridCases}, writes its seconds, and prints how this
 * project's simulator differs from them.
 */
final class SimGridRuns {
    /** The name of the link that gives all messages their latency; its bandwidth is each message's own. */
    private static final String WIRE = "wire";

    private final Path folder;
    private final String program;

    private SimGridRuns(Path folder, String program) {
        this.folder = folder;
        this.program = program;
    }

    /**
     * Runs all cases.
     *
     * @param arguments a folder for files, the compiled program that sends a schedule's messages, the file of values that is written, and
     *                  the version of SimGrid
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        SimGridRuns runs = new SimGridRuns(Path.of(arguments[0]), arguments[1]);
        List<Value> values = new ArrayList<>();
        System.out.println("network  algorithm                bytes    SimGrid, s       ours, s  ratio");
        for (Case each : SimGridCases.all()) {
            Value value = new Value(each, runs.seconds(each));
            values.add(value);
            System.out.printf(Locale.ROOT, "%-8s %-20s %9d %13.6g %13.6g  %5.3f%n", each.network(), each.algorithm(), each.bytes(),
                    value.seconds(), each.seconds(), value.ratio());
        }
        tell("16 KiB and more", values, Value::isLong);
        tell("ring of 1 MiB", values, Value::isLongRing);
        tell("1 KiB", values, value -> !value.isLong());
        Files.writeString(Path.of(arguments[2]), csv(values, arguments[3]));
    }

    private static void tell(String what, List<Value> values, Predicate<Value> which) {
        List<Double> ratios = values.stream().filter(which).map(Value::ratio).sorted().toList();
        System.out.printf(Locale.ROOT, "%-16s median %.3f, %.3f to %.3f%n", what, SimGridCases.median(ratios), ratios.getFirst(),
                ratios.getLast());
    }

    private static String csv(List<Value> values, String version) {
        return "# Seconds of alltoalls of 64 ranks by SimGrid's SMPI, " + version + ", made by bench/simgrid --write\n"
                + "network,algorithm,bytes,seconds\n" + values.stream().map(v -> String.format(Locale.ROOT, "%s,%s,%d,%.9g%n",
                v.of().network(), v.of().algorithm(), v.of().bytes(), v.seconds())).collect(Collectors.joining());
    }

    private double seconds(Case each) throws IOException, InterruptedException {
        Placement placement = SimGridCases.placement(each.network());
        Path platform = folder.resolve(each.network() + ".xml");
        Path hosts = folder.resolve("hosts");
        Path schedule = folder.resolve("schedule.goal");
        if (Files.notExists(platform)) {
            Files.writeString(platform, platform(placement));
        }
        Files.writeString(hosts, IntStream.range(0, placement.ranks()).mapToObj(rank -> "h" + rank + "\n").collect(Collectors.joining()));
        try (BufferedWriter out = Files.newBufferedWriter(schedule)) {
            Goal.write(each.traffic(), out);
        }
        // optim:Full, because the default finds rates above the links' bandwidth where all messages pass one link of policy FATPIPE
        long firstRendezvous = SimGridCases.COST.eagerBytes() + 1;
        Process run = new ProcessBuilder("smpirun", "-np", String.valueOf(placement.ranks()), "-platform", platform.toString(), "-hostfile",
                hosts.toString(), "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
                "--cfg=network/optim:Full", "--cfg=smpi/simulate-computation:no", "--cfg=smpi/wtime:0", "--cfg=surf/precision:1e-12",
                "--cfg=smpi/async-small-thresh:" + firstRendezvous, "--cfg=smpi/send-is-detached-thresh:" + firstRendezvous,
                "--log=root.thresh:error", program, schedule.toString()).redirectErrorStream(true).start();
        String text = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = run.waitFor();
        return text.lines().filter(line -> line.startsWith("seconds ")).mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
                .findFirst().orElseThrow(() -> new IOException("smpirun ended with " + code + " for " + each + ":\n" + text));
    }

    /** Returns a platform with a host for each rank and the routes of the placement. */
    private static String platform(Placement placement) {
        Fabric fabric = placement.fabric();
        StringBuilder text = new StringBuilder("""
                <?xml version='1.0'?>
                <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
                <platform version="4.1">
                <zone id="all" routing="Full">
                """);
        for (int rank = 0; rank < placement.ranks(); rank++) {
            text.append("<host id=\"h").append(rank).append("\" speed=\"1Gf\"/>\n");
        }
        text.append("<link id=\"" + WIRE + "\" bandwidth=\"1e12Bps\" latency=\"").append(SimGridCases.COST.network().latency())
                .append("s\" sharing_policy=\"FATPIPE\"/>\n");
        for (int link = 0; link < fabric.links(); link++) {
            text.append("<link id=\"l").append(link).append("\" bandwidth=\"")
                    .append(fabric.bandwidth(link) / SimGridCases.COST.network().secondsPerByte()).append("Bps\" latency=\"0s\"/>\n");
        }
        int[] path = new int[fabric.longestRoute()];
        for (int from = 0; from < placement.ranks(); from++) {
            for (int to = 0; to < placement.ranks(); to++) {
                int length = from == to ? 0 : placement.route(from, to, path);
                if (length > 0) {
                    text.append("<route src=\"h").append(from).append("\" dst=\"h").append(to)
                            .append("\" symmetrical=\"NO\"><link_ctn id=\"" + WIRE + "\"/>");
                    for (int i = 0; i < length; i++) {
                        text.append("<link_ctn id=\"l").append(path[i]).append("\"/>");
                    }
                    text.append("</route>\n");
                }
            }
        }
        return text.append("</zone>\n</platform>\n").toString();
    }
}
