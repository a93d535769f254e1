package hplhetero.bench;

import hplhetero.bench.peer.Commands;
import hplhetero.bench.peer.LoadedLatencyRank;
import hplhetero.bench.peer.TemporaryFolder;
import hplhetero.bench.report.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of runs over two groups of hosts behind a slow link, by grid, order of hosts, BCAST and SWAP. It measures seconds, and bytes
 * over the link while the clock runs. Each run is a job of its own on a test bed of its own, which solves the same system twice: the second
 * solve counts.
 */
@Command(name = "bench/trunk", mixinStandardHelpOptions = true, sortOptions = false,
        header = "HPL on two groups of hosts behind a slow link: seconds, and bytes over the link.")
final class Trunk implements Callable<Integer> {
    /**
     * The most bytes that panels of 1 x Q may send across, as a share of 4 N^2 bytes. The upper triangles of L1 make 0.032 with NB = 0.032
     * N.
     */
    private static final double MOST_OF_A_ROW = 1.06;
    /** The most bytes that swapped rows and pivots may send across where process columns part the groups, as a share of 4 N^2 bytes. */
    private static final double MOST_OF_PARTED_COLUMNS = 1.6;
    private static final String AUTO = "auto";
    /** The bytes of long messages in one case: two seconds of the usual trunk. */
    private static final int BULK_BYTES = 24 << 20;
    private static final int[] BULK_KIBIBYTES = {64, 256, 1024, 4096};

    @Option(names = "-N", defaultValue = "4000", description = "Order (default ${DEFAULT-VALUE}).")
    private int n;

    @Option(names = "--nb", defaultValue = "128", description = "Block size (default ${DEFAULT-VALUE}).")
    private int nb;

    @Option(names = "--grids", split = ",", defaultValue = "1x4,2x2", paramLabel = "PxQ", description = "Grids (default ${DEFAULT-VALUE}).")
    private List<String> grids;

    @Option(names = "--orders", split = ",", defaultValue = "abcd,acbd,acdb",
            description = "Orders of hosts, of which the first half are one group (default ${DEFAULT-VALUE}).")
    private List<String> orders;

    @Option(names = "--bcast", split = ",", defaultValue = "1ringM", description = "Broadcasts (default ${DEFAULT-VALUE}).")
    private List<String> bcasts;

    @Option(names = "--swap", split = ",", defaultValue = "mix", description = "Row swaps (default ${DEFAULT-VALUE}).")
    private List<String> swaps;

    @Option(names = "--auto", description = "Also --bcast auto --swap auto with each grid and order.")
    private boolean auto;

    @Option(names = "--map", defaultValue = "cyclic", description = "Map of blocks (default ${DEFAULT-VALUE}, netlib's). With auto it is "
            + "planned.")
    private String map;

    @Option(names = "--rate", defaultValue = "1gbit", description = "Of each host's link (default ${DEFAULT-VALUE}).")
    private String rate;

    @Option(names = "--trunk", defaultValue = "100mbit", description = "Of the link between the groups (default ${DEFAULT-VALUE}).")
    private String trunk;

    @Option(names = "--blas", defaultValue = "native", description = "Kernels (default ${DEFAULT-VALUE}).")
    private String blas;

    @Option(names = "--rounds", defaultValue = "1", description = "Rounds; medians count (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--behind-bulk", description = "Instead: how long a short message takes from the first host of a group to the other "
            + "group and back while long messages go from host 0 or 1, whole or in segments.")
    private boolean behindBulk;

    @Option(names = "--hpl", description = "The program (default: ./hpl of this build).")
    private String hpl;

    /** A setting that is run: grid, order of hosts, BCAST and SWAP. */
    private record Setting(String grid, String order, String bcast, String swap) {

        int p() {
            return Integer.parseInt(grid.substring(0, grid.indexOf('x')));
        }

        int q() {
            return Integer.parseInt(grid.substring(grid.indexOf('x') + 1));
        }

        boolean isFixed() {
            return !bcast.equals(AUTO);
        }

        /** Returns for each rank whether its host is in the first group. Grids are row-major. */
        private List<Boolean> groups() {
            return order.chars().mapToObj(host -> host - 'a' < order.length() / 2).toList();
        }

        boolean rowsPartGroups() {
            List<Boolean> groups = groups();
            return IntStream.range(0, order.length()).anyMatch(i -> groups.get(i) != groups.get(i / q() * q()));
        }

        boolean columnsPartGroups() {
            List<Boolean> groups = groups();
            return IntStream.range(0, order.length()).anyMatch(i -> groups.get(i) != groups.get(i % q()));
        }

        /** Returns the most bytes that may cross, as a share of 4 N^2 bytes; empty where no limit is known. */
        OptionalDouble most() {
            return p() == 1 ? OptionalDouble.of(MOST_OF_A_ROW)
                    : columnsPartGroups() && !rowsPartGroups() ? OptionalDouble.of(MOST_OF_PARTED_COLUMNS)
                    : OptionalDouble.empty();
        }

        @Override
        public String toString() {
            return String.format("%-5s %-6s %-8s %-6s", grid, order, bcast, swap);
        }
    }

    /**
     * The result of a run.
     *
     * @param seconds time of the solve, in seconds
     * @param crossed bytes over the link in both directions, as a share of 4 N^2 bytes
     * @param passed  whether the residual passed
     */
    private record Reached(double seconds, double crossed, boolean passed) {
    }

    public static void main(String[] args) {
        Program.run(new Trunk(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("-N, --nb, --rounds", List.of(n, nb, rounds));
        if (behindBulk) {
            return behindBulk();
        }
        Map<Setting, List<Reached>> all = new LinkedHashMap<>();
        settings().forEach(setting -> all.put(setting, new ArrayList<>()));
        System.out.printf("N=%d NB=%d, hosts at %s, trunk at %s%n", n, nb, rate, trunk);
        System.out.println("grid  order  BCAST    SWAP    seconds  bytes/4N^2");
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<Setting, List<Reached>> one : all.entrySet()) {
                Reached reached = run(one.getKey());
                one.getValue().add(reached);
                System.out.printf(Locale.ROOT, "%s  %7.2f  %10.3f  %s%n", one.getKey(), reached.seconds, reached.crossed,
                        reached.passed ? "PASSED" : "FAILED");
            }
        }
        boolean holds = report(all);
        return holds ? 0 : 1;
    }

    /** Returns the command of a rank: Java with the class path of this program. */
    private static String rank() {
        return String.join(" ", System.getProperty("java.home") + "/bin/java", "--enable-native-access=ALL-UNNAMED", "-cp",
                "'" + System.getProperty("java.class.path") + "'", LoadedLatencyRank.class.getName());
    }

    private int behindBulk() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(String.valueOf(BULK_BYTES), "0 0 1 0"));
        for (int from = 0; from < 2; from++) {
            for (int kibibytes : BULK_KIBIBYTES) {
                for (int paced = 0; paced < 2; paced++) {
                    words.add(from + " " + kibibytes * 1024 + " 3 " + paced);
                }
            }
        }
        System.out.println("from  bytes x at once     trips  us: mean    median  9 of 10   MB/s");
        for (int round = 0; round < rounds; round++) {
            System.out.print(onTestBed(4, List.of("-c", "exec mpirun.openmpi $TESTBED_OPENMPI --host $TESTBED_HOSTS -np 4 " + rank() + " "
                    + String.join(" ", words))));
        }
        return 0;
    }

    private String onTestBed(int hosts, List<String> bash) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("trunk")) {
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("bench.home")).resolve("bench/testbed").toString(),
                    "-n", String.valueOf(hosts), "--groups", "2", "--rate", rate, "--trunk", trunk, "--", "bash"));
            command.addAll(bash);
            return Commands.run(folder.path(), Map.of(), command);
        }
    }

    private List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (String grid : grids) {
            if (!grid.matches("[1-9]\\d*x[1-9]\\d*")) {
                throw new IllegalArgumentException("--grids " + grid + ": give them as 2x2");
            }
            for (String order : orders) {
                requireHosts(order, grid);
                bcasts.forEach(bcast -> swaps.forEach(swap -> settings.add(new Setting(grid, order, bcast, swap))));
                if (auto) {
                    settings.add(new Setting(grid, order, AUTO, AUTO));
                }
            }
        }
        return settings;
    }

    private static void requireHosts(String order, String grid) {
        Setting setting = new Setting(grid, order, "", "");
        boolean lettersFromA = order.chars().sorted().boxed().toList()
                .equals(IntStream.range(0, order.length()).map(i -> 'a' + i).boxed().toList());
        if (!lettersFromA || order.length() % 2 != 0 || setting.p() * setting.q() != order.length()) {
            throw new IllegalArgumentException("--orders " + order + " with --grids " + grid
                    + ": give an even number of letters from a on, as many as P x Q");
        }
    }

    private Reached run(Setting setting) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("trunk")) {
            Path at = folder.path();
            Files.writeString(at.resolve("hosts.cluster"), cluster(setting));
            String program = hpl == null ? Path.of(System.getProperty("bench.home")).resolve("hpl").toString() : hpl;
            Files.writeString(at.resolve("run.sh"), """
                    cd %s
                    export HPL_NO_BUILD=1
                    $TESTBED_CTL watch-bytes > bytes & watch=$!
                    code=0
                    mpirun.openmpi $TESTBED_OPENMPI --host %s %s run -N %d,%d --nb %d -P %d -Q %d --bcast %s --swap %s --map %s --blas %s \\
                      --cluster $PWD/hosts.cluster --workers 1 --check no --progress none --json $PWD/results.json || code=$?
                    kill $watch
                    exit $code
                    """.formatted(at, String.join(",", setting.order.split("")), program, n, n, nb, setting.p(), setting.q(),
                    setting.bcast, setting.swap, setting.isFixed() ? map : AUTO, blas));
            onTestBed(setting.order.length(), List.of(at.resolve("run.sh").toString()));
            return reached(Files.readString(at.resolve("results.json")), Files.readAllLines(at.resolve("bytes")));
        }
    }

    /** Returns the text of a cluster file with the ranks in the order of hosts. Speeds say nothing here, because the map is given. */
    private String cluster(Setting setting) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < setting.order.length(); rank++) {
            text.append("rank ").append(rank).append(" host=").append(setting.order.charAt(rank)).append(" speed=40 GFLOPS\n");
        }
        String hosts = String.join(",", setting.order.chars().sorted().mapToObj(Character::toString).toList());
        int half = hosts.length() / 2;
        return text + "site near hosts=" + hosts.substring(0, half) + "\nsite far hosts=" + hosts.substring(half + 1)
                + "\nlink other-host latency=50us bandwidth=1 Gbit/s\nlink other-site latency=50us bandwidth=100 Mbit/s\n";
    }

    /** Returns the result of the last test of a run. */
    private Reached reached(String json, List<String> bytes) {
        Instant start = Instant.parse(last(json, "start"));
        Instant end = Instant.parse(last(json, "end"));
        double crossed = counted(bytes, end, true) - counted(bytes, start, false);
        return new Reached(Double.parseDouble(last(json, "seconds")), crossed / (4.0 * n * n), last(json, "status").equals("passed"));
    }

    private static String last(String json, String key) {
        Matcher matcher = Pattern.compile("\"" + key + "\" : \"?([^\",\\s]+)").matcher(json);
        String found = null;
        while (matcher.find()) {
            found = matcher.group(1);
        }
        if (found == null) {
            throw new IllegalArgumentException("the results have no \"" + key + "\"");
        }
        return found;
    }

    /** Returns the bytes in both directions up to a moment, from the first line after the moment or else the last line before it. */
    private static double counted(List<String> lines, Instant moment, boolean after) {
        double at = moment.getEpochSecond() + moment.getNano() * 1e-9;
        double before = 0;
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words.length < 3) {
                continue; // the line was cut off at the end
            }
            double sum = Double.parseDouble(words[1]) + Double.parseDouble(words[2]);
            if (Double.parseDouble(words[0]) > at) {
                return after ? sum : before;
            }
            before = sum;
        }
        return before;
    }

    /**
     * Prints the settings by seconds.
     *
     * @return whether all runs passed and no run sent more bytes than its limit
     */
    private static boolean report(Map<Setting, List<Reached>> all) {
        double best = all.entrySet().stream().filter(one -> one.getKey().isFixed()).mapToDouble(one -> seconds(one.getValue())).min()
                .orElse(Double.NaN);
        System.out.println("by seconds:");
        all.entrySet().stream().sorted(Comparator.comparingDouble(one -> seconds(one.getValue()))).forEach(one ->
                System.out.printf(Locale.ROOT, "%s  %7.2f s, %.3f of the best fixed one%n", one.getKey(), seconds(one.getValue()),
                        seconds(one.getValue()) / best));
        boolean holds = true;
        for (Map.Entry<Setting, List<Reached>> one : all.entrySet()) {
            double most = one.getKey().most().orElse(Double.POSITIVE_INFINITY);
            double crossed = one.getValue().stream().mapToDouble(Reached::crossed).max().orElseThrow();
            boolean passed = one.getValue().stream().allMatch(Reached::passed);
            holds &= crossed <= most && passed;
            if (crossed > most) {
                System.out.printf(Locale.ROOT, "%s  %.3f of 4 N^2 bytes: more than %.2f%n", one.getKey(), crossed, most);
            }
        }
        System.out.println(holds ? "all passed, no bytes too many" : "NOT all passed, or bytes too many");
        return holds;
    }

    private static double seconds(List<Reached> runs) {
        return Spread.of(runs.stream().map(Reached::seconds).toList()).median();
    }
}
