package hplhetero.bench;

import hplhetero.bench.report.Spread;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.comm.Activity;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.pfact.SharedKernels;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark of how much faster several workers factor a panel together, as ranks do where a device updates. It alternates with one worker
 * alone.
 */
@Command(name = "bench/panels", mixinStandardHelpOptions = true, sortOptions = false,
        header = "How much faster is a panel that several workers factor together?")
final class Panels implements Callable<Integer> {
    @Option(names = "-m", split = ",", defaultValue = "20000", description = "Rows (default ${DEFAULT-VALUE}).")
    private List<Integer> rows;

    @Option(names = "--nb", split = ",", defaultValue = "128,256", description = "Columns (default ${DEFAULT-VALUE}).")
    private List<Integer> widths;

    @Option(names = "--nbmin", split = ",", defaultValue = "16", description = "Where the recursion ends (default ${DEFAULT-VALUE}).")
    private List<Integer> nbmins;

    @Option(names = "--workers", split = ",", defaultValue = "2", description = "Who factor together (default ${DEFAULT-VALUE}).")
    private List<Integer> workers;

    @Option(names = "--blas", defaultValue = "native", description = "Whose kernels (default ${DEFAULT-VALUE}).")
    private String provider;

    @Option(names = "--runs", defaultValue = "7", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int runs;

    public static void main(String[] arguments) {
        Program.run(new Panels(), arguments);
    }

    @Override
    public Integer call() {
        DenseKernels kernels = Blas.select(provider, BlasOptions.defaults()).kernels();
        System.out.println("# " + kernels.name() + ": " + kernels.description());
        System.out.println("# " + runs + " rounds; median (least..most); ratio: one worker's time / theirs, within a round");
        System.out.println();
        System.out.println("| rows | columns | nbmin | workers | ms alone | ms together | GFLOPS together | ratio |");
        System.out.println("|-----:|--------:|------:|--------:|---:|---:|---:|---:|");
        for (int together : workers) {
            try (WorkerPool pool = new WorkerPool(together, "panels", true, new Activity())) {
                pool.team().form(1, together);
                DenseKernels shared = SharedKernels.of(kernels, pool, new PhaseTimers(together));
                for (int m : rows) {
                    for (int nb : widths) {
                        nbmins.forEach(nbmin -> compare(kernels, shared, m, nb, nbmin, together));
                    }
                }
            }
        }
        return 0;
    }

    private void compare(DenseKernels alone, DenseKernels shared, int m, int nb, int nbmin, int together) {
        PanelVariant variant = new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, nbmin);
        try (Arena arena = Arena.ofShared()) {
            MatrixRef original = new MatrixRef(OffHeap.allocate(arena, 8L * m * nb), 0, m, nb, m);
            SplittableRandom random = new SplittableRandom(1);
            for (int j = 0; j < nb; j++) {
                for (int i = 0; i < m; i++) {
                    original.set(i, j, random.nextDouble() - 0.5);
                }
            }
            MatrixRef work = new MatrixRef(OffHeap.allocate(arena, 8L * m * nb), 0, m, nb, m);
            List<Double> one = new ArrayList<>();
            List<Double> all = new ArrayList<>();
            for (int run = -2; run < runs; run++) {
                double first = seconds(original, work, alone, variant, arena);
                double second = seconds(original, work, shared, variant, arena);
                if (run >= 0) {
                    one.add(first * 1e3);
                    all.add(second * 1e3);
                }
            }
            double flop = (double) m * nb * nb - (double) nb * nb * nb / 3;
            System.out.printf(Locale.ROOT, "| %d | %d | %d | %d | %s | %s | %s | %s |%n", m, nb, nbmin, together, Spread.of(one).text(2),
                    Spread.of(all).text(2), Spread.of(all.stream().map(ms -> flop / ms * 1e-6).toList()).text(1),
                    Spread.ofRatios(one, all).text(2));
        }
    }

    private static double seconds(MatrixRef original, MatrixRef work, DenseKernels kernels, PanelVariant variant, Arena arena) {
        int m = work.rows();
        int nb = work.cols();
        work.segment().copyFrom(original.segment());
        VirtualGrid grid = new VirtualGrid(1, 1, new int[] {0});
        LocalLayout layout = new LocalLayout(new BlockMap(m, nb, grid, new int[(m + nb - 1) / nb], new int[(m + nb) / nb]), 0);
        MatrixRef l1 = new MatrixRef(arena.allocate(8L * nb * nb, 64), 0, nb, nb, nb);
        PanelBlock block = new PanelBlock(0, work, l1, new int[nb], layout.rowSets().getFirst().rows(), nb, 0, new long[1]);
        Pivoting pivoting = new Pivoting(kernels, null, 1, nb, 0, 0, new ProgressLoop(), arena);
        PanelFactorization factorization = new PanelFactorization(kernels, variant, new PhaseTimers(1));
        long begin = System.nanoTime();
        factorization.factor(block, pivoting);
        return (System.nanoTime() - begin) * 1e-9;
    }
}
