package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import java.lang.foreign.Arena;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * The measurement of the providers. All are loaded and warmed up at the same time, because warming up is mostly waiting for the compiler.
 * Then the providers with a chance take turns on all cores, and the best update of each counts.
 */
final class SelectionRun {
    /** The longest time for taking turns, where the winner does not become clear before. */
    private static final long MOST_NANOS = 500_000_000;

    private SelectionRun() {
    }

    /**
     * Measures the providers and chooses the fastest.
     *
     * @param providers the providers to choose from
     * @param options   options with the library for those that take one
     * @throws KernelException when none of the providers can be used
     */
    static KernelSelection among(List<KernelProvider> providers, BlasOptions options) {
        List<KernelSelection.Entry> entries = new ArrayList<>();
        try (Arena arena = Arena.ofShared()) {
            List<Contender> contenders = warmedUp(providers, options, arena, entries);
            takeTurns(contenders);
            contenders.forEach(contender -> entries.add(contender.entry()));
        }
        return result(entries);
    }

    /** Returns the providers that can be used, warm, and adds the entries of the others to {@code unusable}. */
    private static List<Contender> warmedUp(List<KernelProvider> providers, BlasOptions options, Arena arena,
            List<KernelSelection.Entry> unusable) {
        WarmupMonitor monitor = new WarmupMonitor(providers.size());
        List<Contender> contenders = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("kernel-selection").factory())) {
            UpdateBenchmark.Operands operands = UpdateBenchmark.Operands.in(arena);
            List<Future<Contender>> warming = providers.stream()
                    .map(provider -> threads.submit(() -> warmedUp(provider, options, operands, arena, monitor))).toList();
            for (int i = 0; i < warming.size(); i++) {
                try {
                    contenders.add(warming.get(i).get());
                } catch (ExecutionException e) {
                    unusable.add(unusable(providers.get(i), e.getCause()));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new KernelException("the selection of a BLAS provider was interrupted", e);
                }
            }
        }
        return contenders;
    }

    private static Contender warmedUp(KernelProvider provider, BlasOptions options, UpdateBenchmark.Operands operands, Arena arena,
            WarmupMonitor monitor) throws InterruptedException {
        DenseKernels kernels;
        UpdateBenchmark benchmark;
        WarmupMonitor.Warmup warmup;
        try {
            kernels = Blas.load(provider, options);
            benchmark = new UpdateBenchmark(kernels, operands, arena);
            warmup = monitor.begin();
        } finally {
            monitor.loaded();
        }
        return new Contender(provider, kernels, benchmark, benchmark.warmUp(warmup));
    }

    private static KernelSelection.Entry unusable(KernelProvider provider, Throwable e) {
        if (!(e instanceof RuntimeException || e instanceof LinkageError)) {
            throw new AssertionError("selection of " + provider.name(), e);
        }
        String problem = e instanceof KernelException ? e.getMessage() : e.toString();
        return new KernelSelection.Entry(provider.name(), provider.summary(), 0, Optional.of(problem));
    }

    /** Measures the providers round by round, so that disturbances of the machine affect all of them, until one is faster beyond doubt. */
    private static void takeTurns(List<Contender> contenders) {
        long end = System.nanoTime() + MOST_NANOS;
        double best = best(contenders);
        while (!allPlaced(contenders, best) || System.nanoTime() < end && !decided(contenders, best)) {
            for (Contender contender : contenders) {
                contender.measure(best);
            }
            best = best(contenders);
        }
    }

    private static double best(List<Contender> contenders) {
        return contenders.stream().mapToDouble(Contender::gflops).max().orElse(0);
    }

    private static boolean allPlaced(List<Contender> contenders, double best) {
        return contenders.stream().allMatch(contender -> contender.isPlaced(best));
    }

    private static boolean decided(List<Contender> contenders, double best) {
        return contenders.isEmpty() || contenders.stream().filter(contender -> contender.gflops() == best)
                .anyMatch(first -> contenders.stream().allMatch(other -> other == first || first.beats(other)));
    }

    private static KernelSelection result(List<KernelSelection.Entry> entries) {
        List<KernelSelection.Entry> usable = entries.stream().filter(KernelSelection.Entry::usable)
                .sorted((a, b) -> Double.compare(b.gflopsPerCore(), a.gflopsPerCore())).toList();
        if (usable.isEmpty()) {
            throw new KernelException("no BLAS provider can be used here: " + entries.stream()
                    .map(e -> e.name() + ": " + e.problem().orElseThrow()).collect(Collectors.joining("; ")));
        }
        KernelSelection.Entry winner = usable.getFirst();
        String dropouts = entries.stream().flatMap(entry -> entry.dropout().stream()).map(why -> "; " + why).collect(Collectors.joining());
        return new KernelSelection(entries, winner.name(), reason(usable) + disturbance(usable) + dropouts, Instant.now(),
                KernelSelection.Source.MEASURED_NOW, 1);
    }

    /**
     * Returns a text such as "; other processes took 48 % of the cores' time: the next run measures again"; empty where nobody took any.
     */
    private static String disturbance(List<KernelSelection.Entry> usable) {
        return usable.stream().filter(KernelSelection.Entry::isDisturbed).mapToDouble(KernelSelection.Entry::coreShare).min().stream()
                .mapToObj(least -> String.format(Locale.ROOT, "; other processes took %.0f %% of the cores' time: the next run measures"
                        + " again", 100 * (1 - least))).findFirst().orElse("");
    }

    /** Returns a text such as "fastest trailing update on one core while all cores work: vector 104.9, native 99.8 Gflop/s". */
    private static String reason(List<KernelSelection.Entry> usable) {
        if (usable.size() == 1) {
            return String.format(Locale.ROOT, "the only provider that can be used here, %.1f Gflop/s on one core",
                    usable.getFirst().gflopsPerCore());
        }
        return "fastest trailing update on one core while all cores work: " + usable.stream()
                .map(e -> String.format(Locale.ROOT, "%s %.1f", e.name(), e.gflopsPerCore()))
                .collect(Collectors.joining(", ")) + " Gflop/s";
    }
}
