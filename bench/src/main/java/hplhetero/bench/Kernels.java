package hplhetero.bench;

import hplhetero.bench.report.Spread;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.FmaPeak;
import hplhetero.comm.Activity;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.matrix.MatrixGenerator;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.LocalRowSwap;
import hplhetero.hpl.swap.RowPermutation;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.update.TrailingUpdate;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of how near each provider's kernels come to the FMA peak in the trailing update. The update runs as in a solve, on a matrix
 * in memory, with the tasks that each provider wants. All providers use the same matrix, in alternation with measuring the FMA peak of the
 * same cores.
 */
@Command(name = "bench/kernels", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How near to the FMA peak is the trailing update with each provider's kernels?")
final class Kernels implements Callable<Integer> {
    /** The size of the elements of L1 and L2, so small that the same panel can be applied again and again. */
    private static final double MULTIPLIER = 1e-3;

    @Option(names = "-n", split = ",", defaultValue = "500,2000,8000",
            description = "Rows and columns that are updated (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(names = "--nb", split = ",", defaultValue = "64,128,192,256,384", description = "Panel widths (default ${DEFAULT-VALUE}).")
    private List<Integer> widths;

    @Option(names = "--blas", split = ",", defaultValue = "vector,native",
            description = "Providers; ratios are the first's to this one's (default ${DEFAULT-VALUE}).")
    private List<String> providers;

    @Option(names = "--cores", defaultValue = "1", description = "Cores that share each update (default ${DEFAULT-VALUE}).")
    private int cores;

    @Option(names = "--runs", defaultValue = "7", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(names = "--seconds", defaultValue = "0.2", description = "For each provider in a round, at least (default ${DEFAULT-VALUE}).")
    private double seconds;

    public static void main(String[] args) {
        Program.run(new Kernels(), args);
    }

    @Override
    public Integer call() {
        Program.requirePositive("-n", sizes);
        Program.requirePositive("--nb", widths);
        Program.requirePositive("--cores", List.of(cores));
        Program.requirePositive("--runs", List.of(runs));
        List<DenseKernels> kernels = providers.stream().map(name -> Blas.select(name, BlasOptions.defaults()).kernels()).toList();
        kernels.forEach(k -> System.out.println("# " + k.name() + ": " + k.description()));
        System.out.println("# " + cores + " core(s), " + runs
                + " rounds; median (least..most); Gflop/s a core; ratio: first / this, within a"
                + " round; peak: fused multiply-adds on as many cores, measured in each round");
        System.out.println();
        System.out.println("|  m = n |   k | provider | dgemm | of FMA peak | ratio | dtrsm | ratio | update | ratio |");
        System.out.println("|-------:|----:|---|---:|---:|---:|---:|---:|---:|---:|");
        for (int n : sizes) {
            for (int nb : widths) {
                compare(n, nb, kernels);
            }
        }
        return 0;
    }

    private void compare(int n, int nb, List<DenseKernels> kernels) {
        try (Arena arena = Arena.ofShared(); WorkerPool pool = new WorkerPool(cores, "bench", true, new Activity())) {
            Matrix matrix = new Matrix(n, nb, pool, arena);
            List<Contender> contenders = kernels.stream().map(k -> new Contender(k, matrix, pool, arena)).toList();
            contenders.forEach(Contender::warmUp);
            for (int round = 0; round < runs; round++) {
                double peak = FmaPeak.measure(cores);
                contenders.forEach(c -> c.round(peak));
            }
            contenders.forEach(c -> System.out.println(c.row(contenders.getFirst())));
        }
    }

    /** A matrix of one rank, to whose trailing matrix the first panel is applied. */
    private static final class Matrix {
        final LocalLayout place;
        final LocalMatrix a;
        final RowPermutation permutation;
        final int n;
        final int nb;

        Matrix(int n, int nb, WorkerPool pool, Arena arena) {
            this.n = n;
            this.nb = nb;
            int order = n + nb;
            VirtualGrid alone = new VirtualGrid(1, 1, new int[] {0});
            place = new LocalLayout(new BlockMap(order, nb, alone, new int[(order + nb - 1) / nb], new int[(order + nb) / nb]), 0);
            BlockList cols = place.localColumns().getFirst().cols();
            a = LocalMatrix.allocate(0, 0, place.rowSets().getFirst().rows(), cols, arena);
            MatrixGenerator generator = new MatrixGenerator(order);
            pool.run(MatrixGenerator.parts(a), (task, worker) -> generator.fill(a, task), () -> false);
            permutation = new RowPermutation(nb);
            permutation.set(0, new Random(1).ints(nb, 0, order).toArray(), nb);
        }

        Panel panel(DenseKernels kernels, Arena arena) {
            Panel panel = new Panel(place, List.of(new Panel.RowLink(0, new int[] {0}, null)), 0, kernels, false, arena);
            panel.assign(0);
            Random random = new Random(1);
            fill(panel.work(0), random);
            fill(panel.l1(), random);
            return panel;
        }

        private static void fill(MatrixRef to, Random random) {
            for (int j = 0; j < to.cols(); j++) {
                for (int i = 0; i < to.rows(); i++) {
                    to.set(i, j, MULTIPLIER * (random.nextDouble() - 0.5));
                }
            }
        }
    }

    /** A provider that is measured on the matrix. */
    private final class Contender {
        private final String name;
        private final Matrix matrix;
        private final Panel panel;
        private final WorkerPool pool;
        private final PhaseTimers timers;
        private final TrailingUpdate update;
        private final SwappedRows rows;
        private final List<Double> dgemm = new ArrayList<>();
        private final List<Double> ofPeak = new ArrayList<>();
        private final List<Double> dtrsm = new ArrayList<>();
        private final List<Double> whole = new ArrayList<>();

        Contender(DenseKernels kernels, Matrix matrix, WorkerPool pool, Arena arena) {
            name = kernels.name();
            this.matrix = matrix;
            panel = matrix.panel(kernels, arena);
            this.pool = pool;
            timers = new PhaseTimers(cores);
            update = new TrailingUpdate(matrix.place, new LocalMatrix[] {matrix.a}, kernels, 1, pool, timers, arena);
            rows = new SwappedRows(matrix.nb);
        }

        private void update() {
            update.prepare(panel, 0, new int[] {matrix.nb});
            int columns = matrix.a.cols().size() - matrix.nb;
            update.start(panel, 0, List.of(new TrailingUpdate.Columns(0, matrix.nb, columns, 0, rows)), () -> false);
            new LocalRowSwap().start(matrix.a, matrix.permutation, matrix.nb, columns, rows, 0);
            update.ready();
            pool.finish(() -> false);
            update.settle(() -> false);
        }

        void warmUp() {
            long end = System.nanoTime() + (long) (5e9 * seconds);
            do {
                update();
            } while (System.nanoTime() < end);
        }

        void round(double peak) {
            timers.reset();
            long start = System.nanoTime();
            int updates = 0;
            double wall;
            do {
                update();
                updates++;
                wall = (System.nanoTime() - start) * 1e-9;
            } while (wall < seconds);
            Map<Phase, Double> worked = timers.seconds(wall);
            double columns = (double) updates * (matrix.a.cols().size() - matrix.nb);
            double product = 2e-9 * matrix.n * matrix.nb * columns;
            double solve = 1e-9 * matrix.nb * matrix.nb * columns;
            dgemm.add(product / worked.get(Phase.DGEMM));
            ofPeak.add(dgemm.getLast() / peak);
            dtrsm.add(solve / worked.get(Phase.DTRSM));
            whole.add((product + solve) / wall / cores);
        }

        String row(Contender first) {
            return "| %6d | %3d | %s | %s | %s | %s | %s |".formatted(matrix.n, matrix.nb, name, Spread.of(dgemm).text(1),
                    Spread.of(ofPeak).text(2) + " | " + Spread.ofRatios(first.dgemm, dgemm).text(2), rateAndRatio(first.dtrsm, dtrsm),
                    rateAndRatio(first.whole, whole));
        }

        private static String rateAndRatio(List<Double> first, List<Double> rates) {
            return Spread.of(rates).text(1) + " | " + Spread.ofRatios(first, rates).text(2);
        }
    }
}
