package hplhetero.bench;

import hplhetero.bench.peer.TemporaryFolder;
import hplhetero.bench.report.Spread;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A benchmark that compares the product of a trailing update on a device with cuBLAS called from C. Both work on matrices of the same order
 * on the device, in alternation. The benchmark also measures the other parts of the update: the panel's way to the device, rows, the
 * triangular solve, and the next panel's way back.
 */
@Command(name = "bench/gpu", mixinStandardHelpOptions = true, sortOptions = false,
        header = "What does the product of a trailing update on a GPU cost beside cuBLAS called from C?")
final class Gpu implements Callable<Integer> {
    private static final double MULTIPLIER = 1e-3;

    @Option(names = "-n", defaultValue = "30000", description = "Order of the matrix (default ${DEFAULT-VALUE}).")
    private int order;

    @Option(names = "--nb", split = ",", defaultValue = "256,512", description = "Panel widths (default ${DEFAULT-VALUE}).")
    private List<Integer> widths;

    @Option(names = "--runs", defaultValue = "7", description = "Rounds (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(names = "--blas", defaultValue = "cuda", description = "Provider (default ${DEFAULT-VALUE}).")
    private String provider;

    @Option(names = "--blas-lib", description = "File with its libraries (default: the system's).")
    private Path library;

    @Option(names = "--peer", description = "The program of bench/src/main/c/gpu_dgemm.c (default: made with nvcc).")
    private Path peer;

    public static void main(String[] arguments) {
        Program.run(new Gpu(), arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Program.requirePositive("-n", List.of(order));
        Program.requirePositive("--runs", List.of(runs));
        DenseKernels kernels = Blas.select(provider, BlasOptions.defaults().withLibrary(Optional.ofNullable(library))).kernels();
        System.out.println("# " + kernels.description());
        System.out.println("# N=" + order + ", " + runs + " rounds; median (least..most); ratio: C's time / ours, within a round");
        System.out.println();
        System.out.println("|     w |     m |   k | through us, TFLOPS | C, TFLOPS | ratio | panel up, ms | loads, ms | dtrsm, ms |"
                + " moves, ms | stores, ms | next panel, ms |");
        System.out.println("|------:|------:|----:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        try (TemporaryFolder folder = TemporaryFolder.create("gpu"); Arena arena = Arena.ofShared()) {
            Process c = start(folder.path());
            try (BufferedWriter to = c.outputWriter(); BufferedReader from = c.inputReader()) {
                int ld = order + 8;
                MemorySegment memory = OffHeap.allocate(arena, 8L * ld * order);
                IntStream.range(0, order).parallel().forEach(i -> fill(memory.asSlice(8L * ld * i, 8L * ld)));
                MatrixRef a = new MatrixRef(memory, 0, order, order, ld);
                long begin = System.nanoTime();
                MatrixMemory held = kernels.hold(a, arena);
                long locked = System.nanoTime();
                held.adopt();
                System.err.printf(Locale.ROOT, "bench: room taken and locked in %.2f s, taken over at %.1f GB/s%n", (locked - begin) * 1e-9,
                        8.0 * order * order / (System.nanoTime() - locked));
                for (int nb : widths) {
                    for (int part : new int[] {1, 2, 4, 8, 16}) {
                        measure(kernels, a, nb, order / part - nb, to, from);
                    }
                }
            }
            c.waitFor();
        }
        return 0;
    }

    private Process start(Path folder) throws IOException, InterruptedException {
        Path program = peer;
        if (peer == null) {
            program = folder.resolve("gpu_dgemm");
            Process compiler = new ProcessBuilder("nvcc", "-O2", "-o", program.toString(),
                    Path.of(System.getProperty("bench.home"), "bench/src/main/c/gpu_dgemm.c").toString(), "-lcublas").inheritIO().start();
            if (compiler.waitFor() != 0) {
                throw new IOException("nvcc failed");
            }
        }
        String widest = widths.stream().max(Integer::compare).orElseThrow().toString();
        return new ProcessBuilder(program.toString(), Integer.toString(order), widest)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static void fill(MemorySegment row) {
        long state = row.address();
        for (long i = 0; i < row.byteSize() / 8; i++) {
            state = state * 6364136223846793005L + 1;
            row.setAtIndex(ValueLayout.JAVA_DOUBLE, i, MULTIPLIER * state / 0x1p64);
        }
    }

    private void measure(DenseKernels kernels, MatrixRef a, int nb, int size, BufferedWriter to, BufferedReader from) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            int maxCols = (size + 48) / 48 * 48;
            PanelUpdate update = kernels.panelUpdate(size, maxCols, nb, 1, arena);
            MatrixRef l1 = panel(nb, nb, kernels, arena);
            MatrixRef l2 = panel(size, nb, kernels, arena);
            MatrixRef next = panel(size, nb, kernels, arena);
            MatrixRef at = a.window(order - size, order - size, size, size);
            MemorySegment packed = arena.allocate(kernels.packedBytes(size, nb) + PanelUpdate.READ_AHEAD, 64);
            List<List<Double>> seconds = IntStream.range(0, 8).<List<Double>>mapToObj(i -> new ArrayList<>()).toList();
            List<Double> ratios = new ArrayList<>();
            for (int run = -1; run < runs; run++) {
                double[] now = {
                    timed(update, () -> {
                        for (int task = update.begin(l1, l2, packed) - 1; task >= 0; task--) {
                            update.pack(0, task);
                        }
                    }),
                    timed(update, () -> rows(nb, i -> update.load(0, i, 0, address(a, order - size + 3 * i % size, order - size), size))),
                    timed(update, () -> update.solve(0, 0, size)),
                    timed(update, () -> rows(nb, i -> update.move(0, address(a, order - size - 1 - i % Math.max(1, order - size - 1), order
                            - size), address(a, order - size + 5 * i % size, order - size), size))),
                    timed(update, () -> rows(nb, i -> update.store(0, i, 0, address(a, i, order - size), size))),
                    timed(update, () -> update.multiply(0, 0, 0, at)),
                    peer(size, size, nb, to, from),
                    timed(update, () -> update.multiplyInto(0, 0, 0, at.window(0, 0, nb, size), next))};
                for (int i = 0; i < now.length && run >= 0; i++) {
                    seconds.get(i).add(now[i]);
                }
                if (run >= 0) {
                    ratios.add(now[6] / now[5]);
                }
            }
            double flop = 2.0 * size * size * nb;
            System.out.printf(Locale.ROOT, "| %d | %d | %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |%n", size, size, nb,
                    rate(flop, seconds.get(5)), rate(flop, seconds.get(6)), Spread.of(ratios).text(3), millis(seconds.get(0)),
                    millis(seconds.get(1)), millis(seconds.get(2)), millis(seconds.get(3)), millis(seconds.get(4)), millis(seconds.get(7)));
        }
    }

    private static long address(MatrixRef transposed, int row, int column) {
        return transposed.address() + 8L * ((long) row * transposed.ld() + column);
    }

    private interface Row {
        void at(int i);
    }

    private static void rows(int nb, Row row) {
        for (int i = 0; i < nb; i++) {
            row.at(i);
        }
    }

    private static String rate(double flop, List<Double> seconds) {
        return Spread.of(seconds.stream().map(s -> flop / s * 1e-12).toList()).text(2);
    }

    private static String millis(List<Double> seconds) {
        return Spread.of(seconds.stream().map(s -> s * 1e3).toList()).text(2);
    }

    private static double timed(PanelUpdate update, Runnable work) {
        long begin = System.nanoTime();
        work.run();
        while (!update.submitted(0).poll()) {
            Thread.onSpinWait();
        }
        return (System.nanoTime() - begin) * 1e-9;
    }

    private static double peer(int w, int m, int k, BufferedWriter to, BufferedReader from) throws IOException {
        to.write(w + " " + m + " " + k + "\n");
        to.flush();
        String answer = from.readLine();
        if (answer == null) {
            throw new IOException("gpu_dgemm ended");
        }
        return Double.parseDouble(answer);
    }

    private static MatrixRef panel(int rows, int cols, DenseKernels kernels, Arena arena) {
        MemorySegment memory = OffHeap.allocate(arena, 8L * rows * cols);
        fill(memory);
        kernels.pin(memory, arena);
        return new MatrixRef(memory, 0, rows, cols, rows);
    }
}
