package hplhetero.hpl.pfact.place;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.MessageMemory;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The choice of who factors a rank's panels, its device or its workers, where that is open. Panels of each NB are measured once a process.
 * Owner: the rank's thread.
 */
public final class PanelPlaces {
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final LongSupplier nanoTime;
    private final Map<Shape, PanelTimes> known = new HashMap<>();

    /** What a measurement depends on: rows of the tallest panel, columns, how workers factor panels, and whether pivots are traded. */
    private record Shape(int rows, int nb, PanelVariant variant, boolean alone) {
    }

    /**
     * Creates a choice for which nothing has been measured yet.
     *
     * @param kernels the rank's kernels
     * @param pool    the rank's workers
     */
    public PanelPlaces(DenseKernels kernels, WorkerPool pool) {
        this(kernels, pool, System::nanoTime);
    }

    /**
     * Creates a choice by a clock.
     *
     * @param kernels  the rank's kernels
     * @param pool     the rank's workers
     * @param nanoTime the clock that panels are timed by, in nanoseconds
     */
    public PanelPlaces(DenseKernels kernels, WorkerPool pool, LongSupplier nanoTime) {
        this.kernels = kernels;
        this.pool = pool;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the times by which a rank chooses who factors its panels. The first call for a shape measures, which takes up to 0.3 s; the
     * workers must be idle. Returns {@link PanelTimes#NONE} where the choice is not open, because the rank has no device that factors
     * panels, or the user has named who does, or where memory is lacking.
     *
     * @param rows    rows of the run's tallest panel on this rank
     * @param nb      columns of the panels
     * @param variant how the host's workers factor panels that are theirs alone
     * @param alone   whether all rows of a panel are this rank's; else the device trades the pivot of each column, here with this rank
     *                alone, and the workers factor in the device's order, as ranks do that factor a panel together
     */
    public PanelTimes of(int rows, int nb, PanelVariant variant, boolean alone) {
        if (!kernels.panelsAreOpen() || rows < nb) {
            return PanelTimes.NONE;
        }
        return known.computeIfAbsent(new Shape(Math.min(rows, PanelRace.MOST_ROWS), nb, alone ? variant : PanelFactorization.DEVICE_ORDER,
                alone), this::measured);
    }

    private PanelTimes measured(Shape shape) {
        try (Arena arena = MessageMemory.open()) {
            PanelProbe probe = new PanelProbe(shape.rows, shape.nb, shape.variant, shape.alone, kernels, pool, nanoTime, arena);
            return probe.factors() ? new PanelRace(probe, nanoTime).times(PanelRace.heights(shape.rows, shape.nb)) : PanelTimes.NONE;
        } catch (OutOfMemoryError lacking) {
            return PanelTimes.NONE;
        }
    }
}
