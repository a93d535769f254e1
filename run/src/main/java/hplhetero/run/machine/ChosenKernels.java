package hplhetero.run.machine;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasChoice;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.KernelSelection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The kernels chosen, and what is known of their speed on this machine. The speed comes from their selection, or is measured when asked for
 * where the user named a provider. Written by the main thread; read by the JVM's shutdown thread too.
 */
public final class ChosenKernels {
    private final BlasChoice choice;
    private final BlasOptions options;
    private volatile Optional<KernelSelection> selection;
    private volatile OptionalDouble peak = OptionalDouble.empty();

    private ChosenKernels(BlasChoice choice, BlasOptions options) {
        this.choice = choice;
        this.options = options;
        this.selection = choice.selection();
    }

    /**
     * Chooses kernels for all ranks of this process.
     *
     * @param name    word by which a user asks for a provider of kernels, or {@link Blas#AUTO} for the fastest that computes on the host's
     *                cores
     * @param options library, device and cache with which to choose and load
     * @throws KernelException when the name is unknown, or the kernels cannot be used here
     */
    public static ChosenKernels choose(String name, BlasOptions options) {
        return new ChosenKernels(Blas.select(name, options), options);
    }

    /**
     * Chooses kernels for one rank, where each rank has kernels of its own. The rank uses the device of a number where the user named a
     * provider but no device.
     *
     * @param name    word by which a user asks for a provider of kernels, or {@link Blas#AUTO} for the fastest that computes on the host's
     *                cores
     * @param options library, device and cache with which to choose and load
     * @param index   number of the device for the rank, from 0; numbers beyond the last device begin again at the first
     * @throws KernelException when the name is unknown, or the kernels cannot be used here
     */
    public static ChosenKernels choose(String name, BlasOptions options, int index) {
        return new ChosenKernels(Blas.select(name, options, index), options);
    }

    /** Returns the kernels of the device whose number the user gave without naming a provider. */
    public static ChosenKernels numberedDevice(BlasOptions options) {
        return new ChosenKernels(Blas.numberedDevice(options), options);
    }

    /**
     * Returns a device's kernels in place of these kernels of the host, where there is a device for the rank, it updates faster than the
     * rank's cores and the user named no library for the host's kernels; otherwise these. See {@link Blas#orDevice}.
     *
     * @param index number of the device for the rank, from 0, counted over all providers; where there is none, the rank uses its cores
     * @param cores number of cores of the rank, &gt;= 1
     */
    public ChosenKernels orDevice(int index, int cores) {
        return new ChosenKernels(Blas.orDevice(choice, options, index, cores), options);
    }

    /** Returns the kernels chosen. */
    public DenseKernels kernels() {
        return choice.kernels();
    }

    /** Returns why these kernels were taken, for people. */
    public String reason() {
        return choice.reason();
    }

    /** Returns what the user should be told about how the kernels were loaded. */
    public List<String> notes() {
        return kernels().notes();
    }

    /** Returns the providers that could not take part in the choice, and why. */
    public List<String> dropouts() {
        return choice.dropouts();
    }

    /** Returns the rate of the trailing update on one core, in GFLOPS, where it is known without measuring. */
    public OptionalDouble knownRate() {
        return selection.stream().flatMap(c -> c.entries().stream())
                .filter(e -> e.name().equals(kernels().name()) && e.usable())
                .mapToDouble(KernelSelection.Entry::gflopsPerCore).findFirst();
    }

    /** Returns the rate of fused multiply-adds on a core while all cores work, in GFLOPS, where it is known without measuring. */
    OptionalDouble knownPeak() {
        return peak;
    }

    /** Makes {@link #knownRate} known. Selects kernels, for a second, where the cache has no selection. */
    public void measureRate() {
        if (selection.isEmpty()) {
            selection = Optional.of(Blas.selection(options));
        }
    }

    /** Makes {@link #knownPeak} known. Measures for some tenths of a second where the cache does not have it. */
    public void measurePeak() {
        if (peak.isEmpty()) {
            double measured = Blas.fmaPeakGflops(options);
            peak = measured > 0 ? OptionalDouble.of(measured) : peak;
        }
    }
}
