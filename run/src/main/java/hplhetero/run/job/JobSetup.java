package hplhetero.run.job;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.hpl.Recording;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.machine.Binding;
import java.io.Serializable;
import java.util.List;

/**
 * What the ranks are to work with; rank 0 knows it, the others hear of it.
 *
 * @param blas     names of the kernels' providers, or {@code auto}, by rank, with commas between; the last is also that of further ranks
 * @param workers  threads of each rank; 0: as many as there are cores for it
 * @param slowdown how many times slower the kernels of each rank are made, by rank; empty: they are not
 * @param rates    whether the kernels' rates must be known, also where they were named
 * @param known    whether what earlier runs have measured of the kernels is good enough
 * @param devices  whether ranks with {@code auto} may take one; never where ranks are slowed, as each then stands for a core
 * @param bind     whether ranks are bound to cores
 * @param record   what is recorded while tests run
 */
public record JobSetup(String blas, int workers, List<Double> slowdown, boolean rates, CacheUse known, DeviceUse devices, Binding bind,
        Recording record) implements Serializable {
    /** More threads than one machine has. */
    public static final int MOST_WORKERS = 4096;

    public JobSetup {
        slowdown = List.copyOf(slowdown);
        devices = slowdown.isEmpty() ? devices : DeviceUse.NEVER;
    }

    /** Of a job that solves nothing, or whose results nobody looks at. */
    public JobSetup(String blas, int workers, List<Double> slowdown, boolean rates, CacheUse known, DeviceUse devices, Binding bind) {
        this(blas, workers, slowdown, rates, known, devices, bind, Recording.SUMS);
    }

    /** Name of a rank's kernels' provider, or {@code auto}. */
    public String blasOf(int rank) {
        List<String> all = allBlas();
        return all.get(Math.min(rank, all.size() - 1));
    }

    /** All of them. */
    List<String> allBlas() {
        return List.of(blas.split(","));
    }

    /** A slowed rank stands for one slow core. */
    int workersAsked() {
        return workers == 0 && !slowdown.isEmpty() ? 1 : workers;
    }

    /** How many times slower a rank is made, 1 when it is not. */
    public double slowdownOf(int rank) {
        return slowdown.isEmpty() ? 1 : slowdown.get(rank);
    }
}
