package hplhetero.blas;

import java.lang.foreign.Arena;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds the contest: each provider is warmed up, then they take turns; the median of each counts. */
final class ContestRunner {
    private static final long WARM_UP_NANOS = 500_000_000;
    private static final long RACE_NANOS = 150_000_000;
    private static final int FEWEST_RUNS = 3;
    /** Who shows less than this share of the best rate has lost, and is not run again. */
    private static final double HOPELESS = 0.5;

    private ContestRunner() {
    }

    /** One provider in the race, with the rates it has shown. */
    private record Lane(KernelProvider provider, DenseKernels kernels, Race race, List<Double> gflops) {

        double median() {
            double[] sorted = gflops.stream().mapToDouble(Double::doubleValue).toArray();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        }
    }

    /**
     * @param providers the entrants
     * @param options   with the library for those that take one
     * @throws KernelException none of them can be used
     */
    static Contest hold(List<KernelProvider> providers, BlasOptions options, double fmaPeakGflops) {
        List<Contest.Entry> entries = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            List<Lane> lanes = new ArrayList<>();
            for (KernelProvider provider : providers) {
                enter(provider, options, arena, lanes, entries);
            }
            takeTurns(lanes);
            lanes.forEach(lane -> entries.add(new Contest.Entry(lane.provider.name(), lane.kernels.description(),
                    lane.median(), Optional.empty())));
        }
        return result(entries, fmaPeakGflops);
    }

    /** Loads a provider and warms it up, or notes why it cannot take part. */
    private static void enter(KernelProvider provider, BlasOptions options, Arena arena, List<Lane> lanes,
            List<Contest.Entry> entries) {
        try {
            DenseKernels kernels = Blas.load(provider, options);
            Race race = new Race(kernels, arena);
            race.warmUp(WARM_UP_NANOS);
            if (!race.isRight()) {
                throw new KernelException("its trailing update is wrong: report it, and name another provider");
            }
            lanes.add(new Lane(provider, kernels, race, new ArrayList<>()));
        } catch (RuntimeException | LinkageError e) {
            String problem = e instanceof KernelException ? e.getMessage() : e.toString();
            entries.add(new Contest.Entry(provider.name(), provider.summary(), 0, Optional.of(problem)));
        }
    }

    /** Round by round, so that all meet the same moods of the machine; a slow one has fewer turns. */
    private static void takeTurns(List<Lane> lanes) {
        long[] spent = new long[lanes.size()];
        double best = 0;
        boolean someone = true;
        while (someone) {
            someone = false;
            for (int i = 0; i < spent.length; i++) {
                Lane lane = lanes.get(i);
                boolean hopeful = lane.gflops.isEmpty() || lane.gflops.getLast() > HOPELESS * best;
                if (hopeful && (spent[i] < RACE_NANOS || lane.gflops.size() < FEWEST_RUNS)) {
                    long start = Race.cpuNanos();
                    lane.gflops.add(lane.race.run());
                    spent[i] += Race.cpuNanos() - start;
                    best = Math.max(best, lane.gflops.getLast());
                    someone = true;
                }
            }
        }
    }

    private static Contest result(List<Contest.Entry> entries, double fmaPeakGflops) {
        List<Contest.Entry> usable = entries.stream().filter(Contest.Entry::usable)
                .sorted((a, b) -> Double.compare(b.gflopsPerCore(), a.gflopsPerCore())).toList();
        if (usable.isEmpty()) {
            throw new KernelException("no BLAS provider can be used here: " + entries.stream()
                    .map(e -> e.name() + ": " + e.problem().orElseThrow()).collect(Collectors.joining("; ")));
        }
        Contest.Entry winner = usable.getFirst();
        return new Contest(entries, winner.name(), reason(usable), fmaPeakGflops, Instant.now(),
                Contest.Source.MEASURED_NOW);
    }

    /** As "fastest trailing update on one core: vector 104.9 Gflop/s, native 99.8, netlib 97.1". */
    private static String reason(List<Contest.Entry> usable) {
        if (usable.size() == 1) {
            return String.format(Locale.ROOT, "the only provider that can be used here, %.1f Gflop/s on one core",
                    usable.getFirst().gflopsPerCore());
        }
        return "fastest trailing update on one core: " + usable.stream()
                .map(e -> String.format(Locale.ROOT, "%s %.1f", e.name(), e.gflopsPerCore()))
                .collect(Collectors.joining(", ")) + " Gflop/s";
    }
}
