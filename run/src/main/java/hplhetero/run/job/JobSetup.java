package hplhetero.run.job;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.hpl.Recording;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.machine.Binding;
import java.io.Serializable;
import java.util.List;

/**
 * What the ranks are to work with. Rank 0 knows it and tells the others.
 *
 * @param blas     names of the kernels' providers, or {@code auto}, by rank, with commas between; the last name also holds for further
 * ranks
 * @param workers  threads of each rank; 0: as many as there are cores for it
 * @param slowdown how much slower the kernels of each rank are made, and how this changes, by rank; empty: they are not slowed
 * @param rates    whether the kernels' rates must be known, even for kernels that the user named
 * @param known    whether what earlier runs have measured of the kernels is good enough
 * @param devices  whether ranks with {@code auto} may take a device; never where ranks are slowed, as each then stands for a core
 * @param bind     whether ranks are bound to cores
 * @param record   what is recorded while tests run
 * @param trust    what is tested while tests are solved
 */
public record JobSetup(String blas, int workers, List<Slowdown> slowdown, boolean rates, CacheUse known, DeviceUse devices, Binding bind,
        Recording record, TrustSettings trust) implements Serializable {
    /** The most workers of a rank, more than the hardware threads of any one machine. */
    public static final int MOST_WORKERS = 4096;

    public JobSetup {
        slowdown = List.copyOf(slowdown);
        devices = slowdown.isEmpty() ? devices : DeviceUse.NEVER;
    }

    /** Makes the setup of a job that solves nothing, or whose results nobody looks at, so that only sums are recorded. */
    public JobSetup(String blas, int workers, List<Slowdown> slowdown, boolean rates, CacheUse known, DeviceUse devices, Binding bind) {
        this(blas, workers, slowdown, rates, known, devices, bind, Recording.SUMS, TrustSettings.NONE);
    }

    /**
     * Returns the name of the BLAS provider (library or own code) whose kernels a rank is to use, such as {@code native}, or {@code auto}
     * for the fastest one on its machine.
     *
     * @param rank number of the rank in the world, from 0; ranks beyond the list of names take the last name
     */
    public String blasOf(int rank) {
        List<String> all = allBlas();
        return all.get(Math.min(rank, all.size() - 1));
    }

    /** Returns the names of the providers by rank; the last one also holds for further ranks. */
    List<String> allBlas() {
        return List.of(blas.split(","));
    }

    /**
     * Returns the number of workers asked for; 0: as many as there are cores. A slowed rank stands for one slow core, so it has one worker
     * unless told otherwise.
     */
    int requestedWorkers() {
        return workers == 0 && !slowdown.isEmpty() ? 1 : workers;
    }

    /** Returns the factor by which the kernels of each rank are slowed at the start of a test, by rank; empty where none is slowed. */
    public List<Double> factors() {
        return slowdown.stream().map(Slowdown::factor).toList();
    }

    /**
     * Returns how the kernels of a rank are slowed on purpose, so that equal computers can stand for unlike ones; not at all where the user
     * did not ask for this.
     *
     * @param rank number of the rank in the world, from 0
     */
    public Slowdown slowdownOf(int rank) {
        return slowdown.isEmpty() ? Slowdown.NONE : slowdown.get(rank);
    }
}
