package hplhetero.blas.select;

import hplhetero.blas.KernelException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The rate of a core with fused multiply-adds on registers alone while all cores do the same. It is the ceiling of any DGEMM, measured in
 * the same process at the same time. One core alone would show too high a rate where cores share a clock limit, or where a virtual machine
 * presents threads of one core as cores.
 *
 * <p>Independent chains of multiply-adds hide the latency of the unit: two pipes of 4 cycles need 8 chains, four of 4 cycles need 16, two
 * of 9 cycles (A64FX) need 18. Twelve chains fit into 16 vector registers, twenty-four into 32; the better of both counts.
 */
public final class FmaPeak {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int WARM_UP_CALLS = 800;
    private static final int WARM_UP_ROUNDS = 25;
    private static final int ROUNDS = 2_000;
    private static final long SAMPLE_NANOS = 10_000_000;
    private static final int SAMPLES = 8;
    private static final long TIMEOUT_NANOS = 2_000_000_000;

    /** The Gflop/s of a vector lane below which the code is surely not compiled yet: uncompiled code makes an object of each sum. */
    private static final double LEAST_PER_LANE = 0.25;

    private FmaPeak() {
    }

    /** A number of chains of multiply-adds, each as long as asked. Nobody needs their sum, but it must be used. */
    private record Chains(IntToDoubleFunction code, int count) {

        /**
         * Runs chains of multiply-adds until {@code end} and returns the rate of this thread, in Gflop/s. The rate counts only the time for
         * which the thread worked, so that other processes on its core do not matter.
         *
         * @param end time of {@link System#nanoTime} to stop at
         */
        double sample(long end) {
            double sum = 0;
            long flop = 0;
            long start = cpuNanos();
            do {
                sum += code.applyAsDouble(ROUNDS);
                flop += 2L * count * SPECIES.length() * ROUNDS;
            } while (System.nanoTime() < end);
            double gflops = (double) flop / Math.max(1, cpuNanos() - start);
            // the sums must be used, or the compiler leaves out the work
            if (!(sum > 0)) {
                throw new AssertionError("fma chains gave " + sum);
            }
            return gflops;
        }

        /**
         * Runs chains of multiply-adds until Java's compiler has made fast code of them.
         *
         * @return rate of this thread's core while the others are idle, in Gflop/s
         */
        double warmUp() {
            // many short calls reach the compiler's thresholds with the least work in bytecode
            for (int call = 0; call < WARM_UP_CALLS; call++) {
                code.applyAsDouble(WARM_UP_ROUNDS);
            }
            double gflops = 0;
            for (long end = System.nanoTime() + TIMEOUT_NANOS; gflops < LEAST_PER_LANE * SPECIES.length() && System.nanoTime() < end;) {
                gflops = sample(System.nanoTime() + SAMPLE_NANOS / SAMPLES);
            }
            return Math.max(gflops, sample(System.nanoTime() + SAMPLE_NANOS));
        }
    }

    /** Returns the nanoseconds this thread has worked: time that other processes take of its core does not count. */
    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** Returns the number of bits of the widest vector that Java uses on this machine. */
    static int vectorBits() {
        return SPECIES.vectorBitSize();
    }

    /**
     * Measures the rate of one core with fused multiply-adds on registers while all cores that this process may use do the same: the best
     * of some samples. Takes about 0.2 s.
     *
     * @return the rate of one core, in Gflop/s
     */
    public static double measure() {
        return measure(Runtime.getRuntime().availableProcessors());
    }

    /**
     * Measures the rate of one core with fused multiply-adds on registers while {@code cores} cores do the same: the best of some samples.
     * Takes about 0.2 s.
     *
     * @param cores number of cores that work at the same time, &gt;= 1
     * @return the rate of one core, in Gflop/s
     */
    public static double measure(int cores) {
        Chains few = new Chains(FmaPeak::twelveChains, 12);
        Chains many = new Chains(FmaPeak::twentyFourChains, 24);
        return together(few.warmUp() > many.warmUp() ? few : many, cores);
    }

    /** Returns the mean rate over the cores in the best of the samples, in Gflop/s. */
    private static double together(Chains chains, int cores) {
        double[] sums = new double[SAMPLES];
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("fma-peak").factory())) {
            List<Future<double[]>> all = Stream.generate(() -> threads.submit(() -> samples(chains, start))).limit(cores).toList();
            for (Future<double[]> one : all) {
                double[] rates = one.get();
                Arrays.setAll(sums, i -> sums[i] + rates[i]);
            }
        } catch (ExecutionException e) {
            throw new AssertionError("measuring the FMA peak", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelException("measuring the FMA peak was interrupted", e);
        }
        return Arrays.stream(sums).max().orElseThrow() / cores;
    }

    /**
     * Returns the rates of one thread in all samples. All threads change samples at the same times. None waits for another thread, which
     * might not come.
     */
    private static double[] samples(Chains chains, long start) {
        double[] rates = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            rates[i] = chains.sample(start + (i + 1) * SAMPLE_NANOS);
        }
        return rates;
    }

    /** Computes v := x y + v in twelve chains. DGEMM has this form too, and the x86 instruction computes it in place. */
    private static double twelveChains(int rounds) {
        DoubleVector x = DoubleVector.broadcast(SPECIES, 0.75);
        DoubleVector y = DoubleVector.broadcast(SPECIES, 0.25);
        DoubleVector v0 = y, v1 = y, v2 = y, v3 = y, v4 = y, v5 = y;
        DoubleVector v6 = y, v7 = y, v8 = y, v9 = y, v10 = y, v11 = y;
        for (int i = 0; i < rounds; i++) {
            v0 = x.fma(y, v0);
            v1 = x.fma(y, v1);
            v2 = x.fma(y, v2);
            v3 = x.fma(y, v3);
            v4 = x.fma(y, v4);
            v5 = x.fma(y, v5);
            v6 = x.fma(y, v6);
            v7 = x.fma(y, v7);
            v8 = x.fma(y, v8);
            v9 = x.fma(y, v9);
            v10 = x.fma(y, v10);
            v11 = x.fma(y, v11);
        }
        return v0.add(v1).add(v2).add(v3).add(v4).add(v5).add(v6).add(v7).add(v8).add(v9).add(v10).add(v11).lane(0);
    }

    private static double twentyFourChains(int rounds) {
        DoubleVector x = DoubleVector.broadcast(SPECIES, 0.75);
        DoubleVector y = DoubleVector.broadcast(SPECIES, 0.25);
        DoubleVector v0 = y, v1 = y, v2 = y, v3 = y, v4 = y, v5 = y;
        DoubleVector v6 = y, v7 = y, v8 = y, v9 = y, v10 = y, v11 = y;
        DoubleVector v12 = y, v13 = y, v14 = y, v15 = y, v16 = y, v17 = y;
        DoubleVector v18 = y, v19 = y, v20 = y, v21 = y, v22 = y, v23 = y;
        for (int i = 0; i < rounds; i++) {
            v0 = x.fma(y, v0);
            v1 = x.fma(y, v1);
            v2 = x.fma(y, v2);
            v3 = x.fma(y, v3);
            v4 = x.fma(y, v4);
            v5 = x.fma(y, v5);
            v6 = x.fma(y, v6);
            v7 = x.fma(y, v7);
            v8 = x.fma(y, v8);
            v9 = x.fma(y, v9);
            v10 = x.fma(y, v10);
            v11 = x.fma(y, v11);
            v12 = x.fma(y, v12);
            v13 = x.fma(y, v13);
            v14 = x.fma(y, v14);
            v15 = x.fma(y, v15);
            v16 = x.fma(y, v16);
            v17 = x.fma(y, v17);
            v18 = x.fma(y, v18);
            v19 = x.fma(y, v19);
            v20 = x.fma(y, v20);
            v21 = x.fma(y, v21);
            v22 = x.fma(y, v22);
            v23 = x.fma(y, v23);
        }
        return v0.add(v1).add(v2).add(v3).add(v4).add(v5).add(v6).add(v7).add(v8).add(v9).add(v10).add(v11)
                .add(v12).add(v13).add(v14).add(v15).add(v16).add(v17).add(v18).add(v19).add(v20).add(v21)
                .add(v22).add(v23).lane(0);
    }
}
