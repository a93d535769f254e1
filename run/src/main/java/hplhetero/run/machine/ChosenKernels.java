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
 * The kernels chosen, and what is known of their speed on this machine: from their selection, or measured when
 * asked for where the user named a provider. Written by the main thread; the JVM's shutdown reads.
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

    /** @throws KernelException when they cannot be used here */
    public static ChosenKernels choose(String name, BlasOptions options) {
        return new ChosenKernels(Blas.select(name, options), options);
    }

    /** The same where each rank has kernels of its own. @param index of the rank on this host */
    public static ChosenKernels choose(String name, BlasOptions options, int index) {
        return new ChosenKernels(Blas.select(name, options, index), options);
    }

    /** That of a number which the user gave, without naming a provider. */
    public static ChosenKernels numberedDevice(BlasOptions options) {
        return new ChosenKernels(Blas.numberedDevice(options), options);
    }

    /** A device in place of these kernels of the host, where that is faster for a rank; see {@link Blas#orDevice}. */
    public ChosenKernels orDevice(int index, int cores) {
        return new ChosenKernels(Blas.orDevice(choice, options, index, cores), options);
    }

    public DenseKernels kernels() {
        return choice.kernels();
    }

    public String reason() {
        return choice.reason();
    }

    /** What a person should be told of how they were loaded. */
    public List<String> notes() {
        return kernels().notes();
    }

    /** Who could not take part when they were chosen, and why. */
    public List<String> dropouts() {
        return choice.dropouts();
    }

    /** GFLOPS of the trailing update on one core, where known without measuring. */
    public OptionalDouble knownRate() {
        return selection.stream().flatMap(c -> c.entries().stream())
                .filter(e -> e.name().equals(kernels().name()) && e.usable())
                .mapToDouble(KernelSelection.Entry::gflopsPerCore).findFirst();
    }

    /** GFLOPS of fused multiply-adds on a core while all work, where known without measuring. */
    OptionalDouble knownPeak() {
        return peak;
    }

    /** Makes {@link #knownRate} known, by a selection of a second where there is none in the cache. */
    public void measureRate() {
        if (selection.isEmpty()) {
            selection = Optional.of(Blas.selection(options));
        }
    }

    /** Makes {@link #knownPeak} known, by some tenths of a second of measuring where it is not in the cache. */
    public void measurePeak() {
        if (peak.isEmpty()) {
            double measured = Blas.fmaPeakGflops(options);
            peak = measured > 0 ? OptionalDouble.of(measured) : peak;
        }
    }
}
