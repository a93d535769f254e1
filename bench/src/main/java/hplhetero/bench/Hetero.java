package hplhetero.bench;

import hplhetero.bench.cluster.Curve;
import hplhetero.bench.cluster.EmulatedCluster;
import hplhetero.bench.cluster.Measurements;
import hplhetero.bench.cluster.SlowedJob;
import hplhetero.bench.cluster.SlowedPrograms;
import hplhetero.bench.peer.BundledOpenBlas;
import hplhetero.bench.peer.HplOutput;
import hplhetero.bench.peer.OpenMpi;
import hplhetero.bench.peer.TemporaryFolder;
import hplhetero.bench.report.HeteroReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of how much of its speed a cluster of unlike ranks reaches with our maps and with netlib HPL. Both programs run on the same
 * emulated clusters in alternation; tables and plots are written.
 */
@Command(name = "bench/hetero", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How much of its speed does a cluster of unlike ranks reach, with our maps and with netlib HPL?",
        description = {"Clusters are emulated on this machine: each rank's kernels are slowed by a factor, by sleeping; the "
                + "sum of 1 / factor must not exceed the cores. Every result is kept in OUT/measurements.csv at once: a run that "
                + "was stopped goes on where it was, and one that is complete only writes tables and plots anew. OUT/reports keeps "
                + "all that the programs print.", ""})
final class Hetero implements Callable<Integer> {
    private static final List<String> PAPER_CLUSTERS = List.of("2,2,2,4", "2,2,4,4", "2,2/4,4", "2,2/2,4");
    private static final List<Integer> PAPER_ORDERS = List.of(2000, 4000, 6000, 8000, 10000);

    @Option(names = "--cluster", paramLabel = "F,...", description = "Factors of the ranks, rows of the grid separated by "
            + "'/'; may be given again (default 2,2,2,4).")
    private List<String> clusters = new ArrayList<>();

    @Option(names = "-N", split = ",", description = "Orders (default 10000).")
    private List<Integer> orders = new ArrayList<>();

    @Option(names = "--paper", description = "The experiments of Sasou, Matsuoka, Tatebe and what they left open: 3 + 1 and "
            + "2 + 2 on 1 x 4, two grids of 2 x 2, N = 2000..10000. Also writes hetero.md.")
    private boolean paper;

    @Option(names = "--runs", defaultValue = "3", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(names = "--nb", split = ",", defaultValue = "96,128,192",
            description = "NBs of both programs, the best counts (default ${DEFAULT-VALUE}).")
    private List<Integer> nbs;

    @Option(names = "--xhpl", description = "A build of netlib HPL with a shared BLAS; default: the HPL inside hpcc.")
    private Path xhpl;

    @Option(names = "--ours", defaultValue = "--blas native", description = "Further options of ours (default '${DEFAULT-VALUE}').")
    private String ours;

    @Option(names = "--weighted-map", defaultValue = "", description = "The map of the weighted curve; default: the weights "
            + "that follow from the factors.")
    private String weightedMap;

    @Option(names = "--curves", split = ",", description = "Which to measure: ${COMPLETION-CANDIDATES}; default: all.")
    private List<Curve> curves = List.of(Curve.values());

    @Option(names = "--out", defaultValue = "hetero-results", description = "Folder of the results (default ${DEFAULT-VALUE}).")
    private Path out;

    public static void main(String[] args) {
        Program.run(new Hetero(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("--runs", List.of(runs));
        List<EmulatedCluster> all = chosenClusters();
        List<Integer> ns = !orders.isEmpty() ? orders : paper ? PAPER_ORDERS : List.of(10000);
        Files.createDirectories(out);
        Measurements measured = Measurements.open(out.resolve("measurements.csv"));
        if (measured.count() > 0) {
            System.err.println("bench: goes on with " + measured.count() + " measurements of earlier calls in " + out
                    + " (for all anew, name another folder with --out)");
        }
        List<Curve> possible = possible();
        try (TemporaryFolder libraries = TemporaryFolder.create("hetero")) {
            measure(all, ns, possible, measured, libraries.path());
        }
        HeteroReport report = new HeteroReport(all, ns, possible, runs, weightedMap, measured);
        System.out.print(report.tables());
        report.write(out, paper, nbs);
        return 0;
    }

    private List<EmulatedCluster> chosenClusters() {
        List<String> texts = !clusters.isEmpty() ? clusters : paper ? PAPER_CLUSTERS : List.of("2,2,2,4");
        return texts.stream().map(EmulatedCluster::parse).toList();
    }

    private List<Curve> possible() {
        boolean canNetlib = xhpl != null || OpenMpi.onPath("hpcc");
        if (!canNetlib) {
            System.err.println("bench: no netlib HPL: name one with --xhpl, or install hpcc (apt-get install hpcc)");
        }
        return curves.stream().filter(c -> canNetlib || !c.isNetlib()).toList();
    }

    private void measure(List<EmulatedCluster> all, List<Integer> ns, List<Curve> possible, Measurements measured, Path libraries)
            throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("bench.home", "")).toAbsolutePath();
        BundledOpenBlas.unpack(libraries);
        SlowedPrograms.compileSlowBlas(home, libraries);
        SlowedPrograms programs = new SlowedPrograms(home, Arrays.asList(ours.strip().split("\\s+")),
                Optional.ofNullable(xhpl), nbs, libraries, out.resolve("reports"));
        // jobs that several clusters share are run once a round
        Set<SlowedJob> jobs = new LinkedHashSet<>();
        all.forEach(c -> possible.forEach(curve -> jobs.addAll(curve.jobs(c, weightedMap))));
        for (int n : ns) {
            for (int round = 1; round <= runs; round++) {
                for (SlowedJob job : jobs) {
                    if (measured.get(job, n, round).isEmpty()) {
                        HplOutput.Row row = programs.run(job, n);
                        measured.add(job, n, round, new Measurements.Rate(row.nb(), row.gflops(), row.before()));
                        System.err.printf(Locale.ROOT, "N=%d round %d: %s: %.2f (NB %d)%n", n, round, job.key(), row.gflops(), row.nb());
                    }
                }
            }
        }
    }
}
