package hplhetero.bench;

import hplhetero.bench.peer.BundledOpenBlas;
import hplhetero.bench.peer.Contender;
import hplhetero.bench.peer.NetlibHpl;
import hplhetero.bench.peer.OpenBlasDgetrf;
import hplhetero.bench.peer.OpenMpi;
import hplhetero.bench.peer.OurProgram;
import hplhetero.bench.peer.TemporaryFolder;
import hplhetero.bench.report.Spread;
import hplhetero.blas.select.FmaPeak;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark that compares a whole run with netlib HPL and OpenBLAS dgetrf. All programs solve the same orders in alternation; rates and
 * ratios are printed.
 */
@Command(name = "bench/compare", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How fast is a whole run of hpl-hetero beside netlib HPL and OpenBLAS dgetrf?")
final class Compare implements Callable<Integer> {
    @Option(names = "-N", split = ",", defaultValue = "2000,8000", description = "Orders (default ${DEFAULT-VALUE}).")
    private List<Integer> orders;

    @Option(names = "--runs", defaultValue = "5", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(names = "--cores", description = "Cores to use; default: all.")
    private int cores = Runtime.getRuntime().availableProcessors();

    @Option(names = "--xhpl", description = "A build of netlib HPL; default: the HPL inside hpcc.")
    private Path xhpl;

    @Option(names = "--xhpl-nb", split = ",", defaultValue = "128,192",
            description = "NBs of netlib HPL, the best counts (default ${DEFAULT-VALUE}).")
    private List<Integer> theirNbs;

    @Option(names = "--without", split = ",", description = "Leave out: netlib, dgetrf.")
    private List<String> without = List.of();

    @Option(names = "--ours", description = "Options of ours, such as '--nb 192 --blas vector'; may be given again "
            + "to compare several.")
    private List<String> ours = new ArrayList<>();

    @Option(names = "--mpi", description = "As --ours, but each rank a process that Open MPI's mpirun starts: P x Q of these options.")
    private List<String> mpi = new ArrayList<>();

    public static void main(String[] args) {
        Program.run(new Compare(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("--runs", List.of(runs));
        try (TemporaryFolder libraries = TemporaryFolder.create("openblas")) {
            compare(contenders(BundledOpenBlas.unpack(libraries.path())));
        }
        return 0;
    }

    private void compare(List<Contender> contenders) throws IOException, InterruptedException {
        contenders.forEach(c -> System.out.println("# " + c.name() + ": " + c.description()));
        System.out.println("# " + cores + " cores, " + runs + " rounds; median (least..most); ratio: first / this, within"
                + " a round; peak: fused multiply-adds on all cores at once, measured in each round; before: median seconds of"
                + " measuring ranks and of warm-up before the clock, which no rate counts");
        System.out.println();
        System.out.println("|     N | contender | GFLOPS | of FMA peak | ratio | before |");
        System.out.println("|------:|---|---:|---:|---:|---:|");
        for (int n : orders) {
            measure(n, contenders).forEach((contender, row) -> System.out.println(row));
        }
    }

    private List<Contender> contenders(Path libraries) {
        Path home = Path.of(System.getProperty("bench.home", "")).toAbsolutePath();
        List<Contender> all = new ArrayList<>();
        for (String options : ours.isEmpty() && mpi.isEmpty() ? List.of("") : ours) {
            all.add(new OurProgram(List.of(), home, words(options)));
        }
        for (String options : mpi) {
            all.add(new OurProgram(OpenMpi.ranks(ranks(words(options))), home, words(options)));
        }
        boolean canNetlib = xhpl != null || OpenMpi.onPath("hpcc");
        if (!without.contains("netlib") && canNetlib) {
            all.add(new NetlibHpl(Optional.ofNullable(xhpl), cores, theirNbs, libraries));
        } else if (!canNetlib) {
            System.err.println("bench: no netlib HPL: name one with --xhpl, or install hpcc (apt-get install hpcc)");
        }
        if (!without.contains("dgetrf")) {
            all.add(new OpenBlasDgetrf(libraries, cores));
        }
        return all;
    }

    private static List<String> words(String options) {
        return options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    private static int ranks(List<String> options) {
        int ranks = 1;
        for (int i = 0; i + 1 < options.size(); i++) {
            ranks *= options.get(i).matches("-[PQ]") ? Integer.parseInt(options.get(i + 1)) : 1;
        }
        return ranks;
    }

    private Map<Contender, String> measure(int n, List<Contender> contenders) throws IOException, InterruptedException {
        Map<Contender, List<Contender.Reached>> reached = new LinkedHashMap<>();
        List<Double> peaks = new ArrayList<>();
        for (int round = 0; round < runs; round++) {
            peaks.add(cores * FmaPeak.measure());
            for (Contender contender : contenders) {
                Contender.Reached now = contender.run(n);
                reached.computeIfAbsent(contender, c -> new ArrayList<>()).add(now);
                System.err.printf(Locale.ROOT, "N=%d round %d: %s %.1f%n", n, round + 1, contender.name(), now.gflops());
            }
        }
        List<Double> first = rates(reached.get(contenders.getFirst()));
        Map<Contender, String> rows = new LinkedHashMap<>();
        reached.forEach((contender, runs) -> rows.put(contender, "| %5d | %s | %s | %s | %s | %s |".formatted(n,
                contender.name(), Spread.of(rates(runs)).text(1), Spread.ofRatios(rates(runs), peaks).text(2),
                Spread.ofRatios(first, rates(runs)).text(2), Spread.seconds(runs.stream().map(Contender.Reached::before).toList()))));
        return rows;
    }

    private static List<Double> rates(List<Contender.Reached> runs) {
        return runs.stream().map(Contender.Reached::gflops).toList();
    }
}
