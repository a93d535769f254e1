package hplhetero.run;

import hplhetero.blas.CacheFolder;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.slowed.SlowedKernels;
import hplhetero.comm.Transport;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.PanelVariant;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.balance.Cluster;
import hplhetero.hpl.balance.Peak;
import hplhetero.hpl.balance.probe.CalibrationRequest;
import hplhetero.input.HplDat;
import hplhetero.run.machine.Hardware;
import hplhetero.run.machine.Machine;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the ranks of this machine need for a calibration.
 *
 * @param machine  this computer
 * @param kernels  in use
 * @param ranks    number of ranks, all on this machine
 * @param workers  threads of each
 * @param slowdown how many times slower each rank is made; empty: none is
 */
record Calibrator(Machine machine, Kernels kernels, int ranks, int workers, List<Double> slowdown) {
    /** A process is warm after so many seconds at most; docs/decisions/0006-defaults.md, rehearsal. */
    private static final double WARM_UP_SECONDS = 4;
    /** More than this share of the median between repeats, and the numbers are not worth keeping. */
    private static final double NOISY = 0.25;
    /** Some room for everything else on the machine. */
    private static final double MEMORY_SHARE = 0.9;

    /** Threads of each rank where nobody gave them; a slowed rank stands for one slow core. */
    static int workersByDefault(Machine machine, int ranks, List<Double> slowdown) {
        return slowdown.isEmpty() ? Math.max(1, machine.cores() / ranks) : 1;
    }

    /** How the first test of an HPL.dat factors panels. */
    static PanelVariant firstPanel(HplDat dat) {
        return new PanelVariant(dat.rfacts().getFirst(), dat.ndivs().getFirst(), dat.pfacts().getFirst(), dat.nbmins().getFirst());
    }

    /** A rank's kernels. */
    DenseKernels kernelsOf(int rank) {
        return slowdown.isEmpty() ? kernels.kernels() : SlowedKernels.of(kernels.kernels(), slowdown.get(rank));
    }

    /**
     * A rank's request.
     *
     * @param largestOrder rows beyond which the run does not go
     * @param seconds      for measuring; {@link CalibrationRequest#secondsFor} gives them for a run
     */
    private CalibrationRequest request(int rank, List<Integer> nbs, PanelVariant panel, int largestOrder, double seconds) {
        long memory = machine.availableBytes().isPresent() ? (long) (MEMORY_SHARE * machine.availableBytes().getAsLong()) : Long.MAX_VALUE;
        return new CalibrationRequest(nbs, panel, largestOrder, memory, peak(rank), seconds, WARM_UP_SECONDS);
    }

    /**
     * Measures, or takes what the cache has. Where a rank varies much it is measured once more, as long as may be.
     *
     * @param transport    between the ranks
     * @param largestOrder rows beyond which the run does not go
     * @param seconds      for measuring
     */
    Cluster measure(Transport transport, List<Integer> nbs, PanelVariant panel, int largestOrder, double seconds,
                    CalibrationCache.Use use) {
        // tells apart ranks of unlike kinds
        kernels.measurePeak();
        AtomicBoolean measured = new AtomicBoolean();
        Cluster first = once(transport, nbs, panel, largestOrder, seconds, use, measured);
        boolean noisy = first.ranks().stream().anyMatch(rank -> rank.variation() > NOISY);
        if (!noisy || !measured.get() || seconds >= CalibrationRequest.MOST_SECONDS) {
            return first;
        }
        System.err.println("hpl: a rank varied by more than " + Math.round(100 * NOISY) + " %: measuring again, longer");
        return once(transport, nbs, panel, largestOrder, CalibrationRequest.MOST_SECONDS, CalibrationCache.Use.AFRESH, measured);
    }

    private Cluster once(Transport transport, List<Integer> nbs, PanelVariant panel, int largestOrder, double seconds,
                         CalibrationCache.Use use, AtomicBoolean measured) {
        CalibrationCache cache = cache(nbs, use);
        AtomicReference<Cluster> result = new AtomicReference<>();
        transport.run(ranks, world -> {
            try (HplSolver solver = new HplSolver(world, kernelsOf(world.rank()), workers, SolveListener.NONE)) {
                Cluster cluster = solver.calibrate(request(world.rank(), nbs, panel, largestOrder, seconds), cache, what -> {
                    measured.set(true);
                    System.err.println("hpl: " + what);
                });
                if (world.rank() == 0) {
                    result.set(cluster);
                }
            }
            return ExitCode.OK;
        });
        return result.get();
    }

    private Peak peak(int rank) {
        return CorePeak.of(machine, Hardware.of(machine, CacheFolder.ofUser()), kernels)
                .map(core -> core.ofRank(workers, slowdown.isEmpty() ? 1 : slowdown.get(rank), ranks, machine.cores())).orElse(Peak.UNKNOWN);
    }

    /** Where such calibrations are kept. */
    private CalibrationCache cache(List<Integer> nbs, CalibrationCache.Use use) {
        return new CalibrationCache(CacheFolder.ofUser(), Map.of("provider", kernels.kernels().name() + " " + kernels.kernels().description(),
                "workers", String.valueOf(workers), "slowdown", slowdown.toString(), "nb", nbs.toString()), use);
    }
}
