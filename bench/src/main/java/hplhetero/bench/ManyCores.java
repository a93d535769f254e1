package hplhetero.bench;

import hplhetero.bench.cores.CoreModel;
import hplhetero.bench.cores.ModelledKernels;
import hplhetero.bench.cores.VirtualCores;
import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.transport.local.LocalTransport;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.lu.LuFactorization;
import hplhetero.hpl.lu.LuWorkspace;
import hplhetero.hpl.lu.StepMode;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of one rank with many workers in virtual time: which share of the rate of the update a whole factorization keeps, and what it
 * costs to start and end the tasks of a step. The pool, panels, look-ahead and update are the real ones; kernels only take modelled time.
 */
@Command(name = "bench/many-cores", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Which share of the update's rate does a rank with many workers keep? In virtual time, on any machine.")
final class ManyCores implements Callable<Integer> {
    private static final Set<Phase> UPDATE = EnumSet.of(Phase.SWAP, Phase.PACK, Phase.DTRSM, Phase.DGEMM);

    @Option(names = "--workers", split = ",", defaultValue = "64,128", description = "Workers of the rank (default ${DEFAULT-VALUE}).")
    private List<Integer> workers;

    @Option(names = "-N", split = ",", defaultValue = "42000,52700",
            description = "Order of the matrix, one for each number of workers (default ${DEFAULT-VALUE}).")
    private List<Integer> orders;

    @Option(names = "--nb", defaultValue = "160", description = "Block size (default ${DEFAULT-VALUE}, which hpl run takes).")
    private int nb;

    @Option(names = "--depth", defaultValue = "1", description = "Look-ahead depth (default ${DEFAULT-VALUE}).")
    private int depth;

    @Option(names = "--nbmin", defaultValue = "4", description = "Where the panel's recursion ends (default ${DEFAULT-VALUE}).")
    private int nbmin;

    @Option(names = "--slow", defaultValue = "0", description = "Share of the cores that are slow, 0 to 1 (default ${DEFAULT-VALUE}).")
    private double slow;

    @Option(names = "--slowdown", defaultValue = "2.5",
            description = "Factor by which slow cores take longer (default ${DEFAULT-VALUE}).")
    private double slowdown;

    @Option(names = "--code", defaultValue = "1",
            description = "Factor by which the time of code outside of kernels counts; 0: kernels alone (default ${DEFAULT-VALUE}).")
    private double code;

    @Option(names = "--gflops", defaultValue = "50", description = "GFLOPS of a core in long products (default ${DEFAULT-VALUE}).")
    private double gflops;

    @Option(names = "--update-bandwidth", defaultValue = "4",
            description = "GB/s of a core in the trailing matrix while all cores update (default ${DEFAULT-VALUE}).")
    private double updateBandwidth;

    @Option(names = "--panel-bandwidth", defaultValue = "15",
            description = "GB/s of a core in its rows of a panel, mostly in its second-level cache (default ${DEFAULT-VALUE}).")
    private double panelBandwidth;

    private final PrintStream out;

    ManyCores(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) {
        Program.run(new ManyCores(System.out), arguments);
    }

    @Override
    public Integer call() {
        if (orders.size() != workers.size()) {
            throw new IllegalArgumentException("-N " + orders + " --workers " + workers + ": give an order for each number of workers");
        }
        Program.requirePositive("--workers", workers);
        Program.requirePositive("-N", orders);
        Program.requirePositive("--nb, --nbmin", List.of(nb, nbmin));
        if (!(slow >= 0 && slow <= 1 && slowdown >= 1 && code >= 0)) {
            throw new IllegalArgumentException("--slow " + slow + " --slowdown " + slowdown + " --code " + code
                    + ": give a share from 0 to 1, a factor of at least 1, and a factor of at least 0");
        }
        CoreModel model = new CoreModel(gflops, 8, 0.6, updateBandwidth, panelBandwidth, 100);
        out.println("# virtual time; " + model);
        if (slow > 0) {
            out.println("# a share of " + slow + " of the cores, the last ones, take " + slowdown
                    + " times as long; rates are shares of what all cores together could do");
        }
        out.println("# 1 x 1, NB=" + nb + ", DEPTH=" + depth + ", NBMIN=" + nbmin + ", real time of code counts x " + code);
        out.println();
        out.println("| workers | N | virtual s | GFLOPS | of the update's rate | of the product's rate | idle | code, worker s "
                + "| cut off | sleeps | wake-ups |");
        out.println("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (int i = 0; i < workers.size(); i++) {
            if (code > 0) {
                // so that code is compiled before its time counts
                factor(workers.get(i), Math.min(orders.get(i), 60 * nb), model);
            }
            print(workers.get(i), orders.get(i), model);
        }
        out.println();
        out.println("| workers | start and end of a step, us | the same, workers asleep before, us |");
        out.println("|---:|---:|---:|");
        workers.forEach(this::printStep);
        return 0;
    }

    /** What a factorization took. */
    private record Outcome(double seconds, VirtualCores cores, PhaseTimers timers) {
    }

    private void print(int count, int n, CoreModel model) {
        Outcome outcome = factor(count, n, model);
        double updating = outcome.timers.nanos(UPDATE) * 1e-9;
        double panels = 0;
        for (int k = 0; k < n; k += nb) {
            double width = Math.min(nb, n - k);
            panels += (n - k) * width * width - width * width * width / 3;
        }
        double flops = 2.0 / 3.0 * n * n * (double) n;
        double full = power(count);
        // Seconds of a slow core count as long as a fast one would have needed for the work, on average.
        double rate = (flops - panels) / updating * count / full;
        out.printf(Locale.ROOT, "| %d | %d | %.3f | %.0f | %.3f | %.3f | %.3f | %.2f | %d | %d | %d |%n", count, n, outcome.seconds,
                flops / outcome.seconds * 1e-9, flops / outcome.seconds / full / rate, flops / outcome.seconds / full / (gflops * 1e9),
                1 - (updating + outcome.timers.nanos(EnumSet.of(Phase.FACTORIZATION, Phase.PIVOTING)) * 1e-9) / count / outcome.seconds,
                outcome.cores.codeSeconds(), outcome.cores.interruptions(), outcome.cores.sleeps(), outcome.cores.wakes());
    }

    private VirtualCores cores(int count) {
        return new VirtualCores(code, number -> isSlow(number, count) ? slowdown : 1);
    }

    private boolean isSlow(int number, int count) {
        return number >= count - Math.round(slow * count);
    }

    /** Returns the number of fast cores that could do as much as all cores together. */
    private double power(int count) {
        return IntStream.range(0, count).mapToDouble(number -> isSlow(number, count) ? 1 / slowdown : 1).sum();
    }

    private Outcome factor(int count, int n, CoreModel model) {
        VirtualCores cores = cores(count);
        PhaseTimers timers = new PhaseTimers(count, cores::nanoTime);
        double[] seconds = new double[1];
        new LocalTransport().run(1, rank -> {
            cores.run(() -> seconds[0] = factor(rank, n, new ModelledKernels(cores, model), timers, cores, count));
            return 0;
        });
        return new Outcome(seconds[0], cores, timers);
    }

    private double factor(Communicator rank, int n, ModelledKernels kernels, PhaseTimers timers, VirtualCores cores, int count) {
        PanelVariant variant = new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, nbmin);
        HplCase hplCase = new HplCase(n, nb, 1, 1, ProcessMapping.ROW_MAJOR, depth, BroadcastAlgorithm.RING, variant, SwapAlgorithm.MIX, 64,
                true, new MapSpec.Cyclic(), 0);
        LocalLayout layout = new LocalLayout(BlockMap.of(hplCase), 0);
        try (Arena arena = Arena.ofShared();
                WorkerPool pool = new WorkerPool(count, "core", true, new Activity(), worker -> { }, cores)) {
            LocalLayout.LocalColumn column = layout.localColumns().getFirst();
            LocalMatrix matrix = new LocalMatrix(0, 0, layout.rowSets().getFirst().rows(), column.cols(),
                    untouched(LocalMatrix.bytes(n, n + 1), arena), LocalMatrix.leadingDimension(n + 1));
            LuFactorization lu = new LuFactorization(new LuWorkspace(hplCase, new StepMode(count > 1, false, false),
                    new GridCommunicators(rank, layout, new int[1]), layout, new LocalMatrix[] {matrix}, kernels, pool, timers,
                    StepLearner.of(hplCase), PanelTimes.NONE, arena));
            lu.begin();
            long begin = cores.nanoTime();
            lu.run(columns -> { });
            double seconds = (cores.nanoTime() - begin) * 1e-9;
            lu.free();
            return seconds;
        }
    }

    /** Returns memory of which only the pages exist that are written: the matrix of a large order need not fit into this machine. */
    private static MemorySegment untouched(long bytes, Arena arena) {
        try {
            Path file = Files.createTempFile("many-cores", null);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1), bytes - 1);
                return channel.map(FileChannel.MapMode.PRIVATE, 0, bytes, arena);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void printStep(int count) {
        out.printf(Locale.ROOT, "| %d | %.1f | %.1f |%n", count, stepMicros(count, 0), stepMicros(count, 1e-3));
    }

    /**
     * Returns the microseconds that a batch takes beyond its one task for each worker.
     *
     * @param rest seconds of the rank's thread between two batches
     */
    private double stepMicros(int count, double rest) {
        VirtualCores cores = cores(count);
        double task = 1e-3;
        int batches = 400;
        long[] nanos = new long[1];
        cores.run(() -> {
            try (WorkerPool pool = new WorkerPool(count, "core", true, new Activity(), worker -> { }, cores)) {
                for (int batch = -batches; batch < batches; batch++) {
                    cores.compute(rest);
                    long begin = cores.nanoTime();
                    pool.run(count, (number, worker) -> cores.compute(task), () -> false);
                    nanos[0] += batch < 0 ? 0 : cores.nanoTime() - begin;
                }
            }
        });
        return nanos[0] * 1e-3 / batches - task * 1e6;
    }
}
