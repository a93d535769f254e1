package hplhetero.bench;

import hplhetero.bench.peer.OurProgram;
import hplhetero.bench.report.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of the cost of recording a run. The same order is solved with recording and without, in pairs whose first run alternates. The
 * ratio of each pair and the median of the ratios are printed.
 */
@Command(name = "bench/recording", mixinStandardHelpOptions = true, sortOptions = false,
        header = "What does it cost that a run records where its time goes?")
final class Recording implements Callable<Integer> {
    @Option(names = "-N", defaultValue = "8000", description = "Order (default ${DEFAULT-VALUE}).")
    private int order;

    @Option(names = "--pairs", defaultValue = "3", description = "Runs with recording, and as many without (default ${DEFAULT-VALUE}).")
    private int pairs;

    @Option(names = "--run", defaultValue = "", description = "Further options of 'hpl run', such as '-P 1 -Q 2 --nb 128'.")
    private String options;

    public static void main(String[] args) {
        Program.run(new Recording(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("-N", List.of(order));
        Program.requirePositive("--pairs", List.of(pairs));
        OurProgram with = program("yes");
        OurProgram without = program("no");
        System.out.println("# " + with.description().replace(" n ", " " + order + " ") + ", against the same with --record no");
        System.out.println("# GFLOPS; the first of a pair alternates; a first run of each is not counted");
        with.run(order);
        without.run(order);
        System.out.println("| pair | recording | without | ratio |");
        System.out.println("|---:|---:|---:|---:|");
        List<Double> recording = new ArrayList<>();
        List<Double> sums = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            boolean recordingFirst = pair % 2 == 0;
            double first = (recordingFirst ? with : without).run(order).gflops();
            double second = (recordingFirst ? without : with).run(order).gflops();
            recording.add(recordingFirst ? first : second);
            sums.add(recordingFirst ? second : first);
            System.out.printf(Locale.ROOT, "| %d | %.2f | %.2f | %.4f |%n", pair + 1, recording.getLast(), sums.getLast(),
                    recording.getLast() / sums.getLast());
        }
        System.out.println("median ratio: " + Spread.ofRatios(recording, sums).text(4));
        return 0;
    }

    private OurProgram program(String record) {
        Path home = Path.of(System.getProperty("bench.home", "")).toAbsolutePath();
        return new OurProgram(List.of(), home, Stream.concat(Stream.of(options.strip().split("\\s+")).filter(word -> !word.isEmpty()),
                Stream.of("--record", record)).toList());
    }
}
