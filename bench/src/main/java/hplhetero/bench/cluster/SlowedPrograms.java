package hplhetero.bench.cluster;

import hplhetero.bench.peer.Commands;
import hplhetero.bench.peer.HplInput;
import hplhetero.bench.peer.HplOutput;
import hplhetero.bench.peer.OpenMpi;
import hplhetero.bench.peer.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A runner of both programs on emulated clusters. Our program is slowed by {@code --emulate-slowdown}, netlib HPL by a preloaded library
 * before its BLAS.
 *
 * @param home    the folder of our launcher
 * @param options further options of {@code hpl run}
 * @param xhpl    netlib HPL, or empty for the HPL inside hpcc
 * @param nbs     blocking factors of both programs; the best counts
 * @param folder  a folder with the bundled OpenBLAS, and {@code slowblas.so}
 * @param reports folder for everything the programs print, one file for each job, run after run, so that a rate can be explained
 */
public record SlowedPrograms(Path home, List<String> options, Optional<Path> xhpl, List<Integer> nbs, Path folder, Path reports) {
    static final String SLOWBLAS = "slowblas.so";

    /** Compiles the library that slows other programs. */
    public static void compileSlowBlas(Path home, Path folder) throws IOException, InterruptedException {
        Commands.run(folder, Map.of(), List.of("cc", "-O2", "-shared", "-fPIC", "-o", SLOWBLAS,
                home.resolve("bench/src/main/c/slowblas.c").toString(), "-ldl"));
    }

    /**
     * Runs a program once on matrices of order {@code n}, and returns the result with the highest rate among the block sizes that it was
     * given.
     *
     * @param job which program to run, on which ranks
     * @param n   order of the matrices
     */
    public HplOutput.Row run(SlowedJob job, int n) throws IOException, InterruptedException {
        return switch (job.program()) {
            case OURS -> ours(job, n);
            case NETLIB -> netlib(job, n);
            case OURS_AT_ONCE -> atOnce(job.cluster(), n);
            case OURS_FAST_AMONG_BUSY -> fastAmongBusy(job.cluster(), n);
        };
    }

    private HplOutput.Row atOnce(EmulatedCluster c, int n) throws IOException, InterruptedException {
        List<HplOutput.Row> rows = allAtOnce(c.factors().stream().map(EmulatedCluster::single).toList(), n);
        return new HplOutput.Row(n, rows.getFirst().nb(), c.p(), c.q(), rows.stream().mapToDouble(HplOutput.Row::gflops).sum(),
                rows.stream().mapToDouble(HplOutput.Row::before).max().orElseThrow());
    }

    private HplOutput.Row fastAmongBusy(EmulatedCluster c, int n) throws IOException, InterruptedException {
        List<EmulatedCluster> groups = new ArrayList<>(List.of(c.fastOnes()));
        c.factors().stream().filter(f -> f != c.fastest()).map(EmulatedCluster::single).forEach(groups::add);
        return allAtOnce(groups, n).getFirst();
    }

    /**
     * Runs our program on several clusters at once. The fastest cluster solves order n, slower ones smaller orders, so that all end
     * together.
     */
    private List<HplOutput.Row> allAtOnce(List<EmulatedCluster> clusters, int n) throws IOException, InterruptedException {
        double fastest = clusters.stream().mapToDouble(EmulatedCluster::totalSpeed).max().orElseThrow();
        List<Callable<HplOutput.Row>> runs = clusters.stream().map(c -> (Callable<HplOutput.Row>) () ->
                ours(SlowedJob.ours(c, SlowedJob.CYCLIC), (int) (n * Math.cbrt(c.totalSpeed() / fastest)))).toList();
        List<HplOutput.Row> rows = new ArrayList<>();
        try (ExecutorService each = Executors.newFixedThreadPool(runs.size())) {
            for (Future<HplOutput.Row> run : each.invokeAll(runs)) {
                rows.add(run.get());
            }
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        }
        return rows;
    }

    private HplOutput.Row ours(SlowedJob job, int n) throws IOException, InterruptedException {
        EmulatedCluster c = job.cluster();
        List<String> command = new ArrayList<>(List.of(home.resolve("hpl").toString(), "run", "-N", String.valueOf(n), "--nb",
                String.join(",", nbs.stream().map(String::valueOf).toList()), "-P", String.valueOf(c.p()), "-Q",
                String.valueOf(c.q()), "--map", job.map(), "--emulate-slowdown", c.factorList(), "--progress", "none", "--history", "no"));
        command.addAll(options);
        try (TemporaryFolder temporary = TemporaryFolder.create("hpl-hetero")) {
            return best(job, Commands.run(temporary.path(), Map.of(), command));
        }
    }

    private HplOutput.Row netlib(SlowedJob job, int n) throws IOException, InterruptedException {
        try (TemporaryFolder temporary = TemporaryFolder.create("netlib-hpl")) {
            String input = HplInput.text(n, nbs, job.cluster().p(), job.cluster().q());
            Files.writeString(temporary.path().resolve("HPL.dat"), input);
            Files.writeString(temporary.path().resolve("hpccinf.txt"), input + "ignored\n0\n0\n0\n0\n");
            String shown = Commands.run(temporary.path(), Map.of(), mpirun(job.cluster().factors()));
            return best(job, xhpl.isPresent() ? shown : Files.readString(temporary.path().resolve("hpccoutf.txt")));
        }
    }

    /** Returns the fastest result of a report. The report is kept before it is read. */
    private HplOutput.Row best(SlowedJob job, String report) throws IOException {
        Files.createDirectories(reports);
        Files.writeString(reports.resolve(job.key().replace('/', ',').replace(' ', '_') + ".txt"), report, StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return HplOutput.best(report);
    }

    /** Returns the command line, which has a part for each rank, because each rank has a factor of its own. */
    List<String> mpirun(List<Double> factors) {
        List<String> command = new ArrayList<>();
        command.add(OpenMpi.onPath("mpirun.openmpi") ? "mpirun.openmpi" : "mpirun");
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--allow-run-as-root");
        }
        // waiting ranks spin, but yield to others
        command.addAll(List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1"));
        for (int rank = 0; rank < factors.size(); rank++) {
            if (rank > 0) {
                command.add(":");
            }
            command.addAll(List.of("-np", "1", "-x", "SLOW_FACTOR=" + factors.get(rank), "-x", "OPENBLAS_NUM_THREADS=1", "-x",
                    "LD_PRELOAD=" + folder.resolve(SLOWBLAS)));
            if (xhpl.isEmpty()) {
                command.addAll(List.of("-x", "LD_LIBRARY_PATH=" + folder));
            }
            command.add(xhpl.map(x -> x.toAbsolutePath().toString()).orElse("hpcc"));
        }
        return command;
    }
}
