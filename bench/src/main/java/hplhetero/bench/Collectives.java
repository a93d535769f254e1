package hplhetero.bench;

import hplhetero.bench.peer.CollectivesOutput;
import hplhetero.bench.peer.CollectivesOutput.Times;
import hplhetero.bench.peer.CollectivesRank;
import hplhetero.bench.peer.Commands;
import hplhetero.bench.peer.OpenMpi;
import hplhetero.bench.peer.TemporaryFolder;
import hplhetero.bench.report.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A benchmark that compares our collectives over Open MPI's point-to-point messages with Open MPI's own collectives. */
@Command(name = "bench/collectives", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How fast are our alltoall, allgather and broadcast over Open MPI's messages beside Open MPI's own?")
final class Collectives implements Callable<Integer> {
    /**
     * The parity of the rounds by which the best of our algorithms is chosen. Other rounds judge the best one, because its time in the
     * rounds that chose it is the best of many accidents.
     */
    private static final int CHOOSES = 0;
    /** The parity of the rounds that judge the best of our algorithms. */
    private static final int JUDGES = 1;

    /** The options of mpirun where there are more ranks than cores, so that ranks yield to each other. */
    private static final String[] CROWDED = {"--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"};
    private static final String[] ALONE = {"--bind-to", "core"};

    @Option(names = "--ranks", defaultValue = "4", description = "Ranks (default ${DEFAULT-VALUE}).")
    private int ranks;

    @Option(names = "--bytes", split = ",", defaultValue = "64,1024,16384,262144,1048576",
            description = "Of a piece, or of a broadcast's buffer (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(names = "--rounds", defaultValue = "20",
            description = "Rounds that count (default ${DEFAULT-VALUE}): by every other one our best is chosen, the rest judge it.")
    private int rounds;

    @Option(names = "--warm-up", defaultValue = "5", description = "Rounds before them (default ${DEFAULT-VALUE}).")
    private int warming;

    public static void main(String[] arguments) {
        Program.run(new Collectives(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("--ranks", List.of(ranks));
        Program.requirePositive("--bytes", sizes);
        Program.requirePositive("--rounds / 2", List.of(rounds / 2));
        Program.requirePositive("--warm-up", List.of(warming));
        String output;
        try (TemporaryFolder folder = TemporaryFolder.create("collectives")) {
            output = Commands.outputOf(folder.path(), command());
        }
        output.lines().filter(line -> line.startsWith("#")).forEach(System.out::println);
        System.out.println("# " + ranks + " ranks, " + Runtime.getRuntime().availableProcessors() + " cores, " + rounds
                + " rounds; microseconds a call of the slowest rank, median (least..most); our best is the fastest of every other round,"
                + " all else is of the rounds between; ratio of medians");
        Map<String, List<Times>> cases = CollectivesOutput.times(output).stream()
                .collect(Collectors.groupingBy(t -> t.collective() + " " + t.bytes(), LinkedHashMap::new, Collectors.toList()));
        table(cases);
        labels(cases);
        return 0;
    }

    private List<String> command() {
        boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
        List<String> command = new ArrayList<>(OpenMpi.ranks(ranks, crowded ? CROWDED : ALONE));
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"), CollectivesRank.class.getName(), String.valueOf(ranks),
                String.valueOf(warming), String.valueOf(rounds)));
        sizes.forEach(bytes -> command.add(String.valueOf(bytes)));
        return command;
    }

    private static void table(Map<String, List<Times>> cases) {
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        System.out.println();
        System.out.println("| collective | bytes | Open MPI | our best | which | Open MPI / ours |");
        System.out.println("|---|---:|---:|---:|---|---:|");
        for (List<Times> all : cases.values()) {
            Times theirs = all.stream().filter(t -> t.contender().equals(CollectivesRank.OPEN_MPI)).findFirst().orElseThrow();
            Times best = all.stream().filter(Collectives::isOurs).min(Comparator.comparingDouble(t -> median(t, CHOOSES))).orElseThrow();
            double ratio = median(theirs, JUDGES) / median(best, JUDGES);
            ratios.computeIfAbsent(theirs.collective(), name -> new ArrayList<>()).add(ratio);
            System.out.printf(Locale.ROOT, "| %s | %d | %s | %s | %s | %.2f |%n", theirs.collective(), theirs.bytes(), micros(theirs),
                    micros(best), best.contender(), ratio);
        }
        System.out.println();
        ratios.forEach((collective, each) -> System.out.printf(Locale.ROOT, "%s: geometric mean %.3f%n", collective, geometricMean(each)));
        System.out.printf(Locale.ROOT, "all: geometric mean %.3f%n",
                geometricMean(ratios.values().stream().flatMap(List::stream).toList()));
    }

    private static void labels(Map<String, List<Times>> cases) {
        System.out.println();
        System.out.println("| collective | bytes | ours, microseconds, the fastest first |");
        System.out.println("|---|---:|---|");
        cases.values().forEach(all -> System.out.printf(Locale.ROOT, "| %s | %d | %s |%n", all.getFirst().collective(),
                all.getFirst().bytes(), all.stream().filter(Collectives::isOurs).sorted(Comparator.comparingDouble(t -> median(t, JUDGES)))
                        .map(t -> String.format(Locale.ROOT, "%s %.1f", t.contender(), 1e6 * median(t, JUDGES)))
                        .collect(Collectors.joining(", "))));
    }

    private static boolean isOurs(Times times) {
        return !times.contender().equals(CollectivesRank.OPEN_MPI);
    }

    private static double median(Times times, int parity) {
        return Spread.of(seconds(times, parity)).median();
    }

    /** Returns the seconds of every other round, by the parity of the round's number. */
    private static List<Double> seconds(Times times, int parity) {
        return IntStream.range(0, times.seconds().size()).filter(round -> round % 2 == parity).mapToObj(times.seconds()::get).toList();
    }

    private static String micros(Times times) {
        return Spread.of(seconds(times, JUDGES).stream().map(seconds -> 1e6 * seconds).toList()).text(1);
    }

    private static double geometricMean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }
}
