package hplhetero.run.option;

import hplhetero.blas.KernelProvider;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.input.Settings;
import hplhetero.input.Settings.Key;
import hplhetero.input.text.InputException;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option that names the kernels' provider, common to the commands in which ranks compute. */
@Heading(Topic.KERNELS)
public final class KernelsOption {
    @Common
    @Option(names = {"--blas"}, paramLabel = "NAME", completionCandidates = WordLists.Kernels.class,
            description = "Kernels of all ranks, or one name for each rank with commas between: auto, vector, native, netlib, reference, "
                    + "or for a GPU cuda, rocm, opencl. auto (default) takes the fastest kernels of the cores; for N >= 4000 it takes a "
                    + "GPU by cuda or rocm for each rank that is faster with it. With a GPU, the GPU updates and the cores factor panels. "
                    + "With native and NB >= 128, the triangular solves of the update use the vector kernels.")
    private String blas;

    @Mixin
    private BlasOption library = new BlasOption();

    /** Returns the options for loading kernels. */
    public BlasOptions options() {
        return library.options();
    }

    /**
     * Returns the provider of BLAS kernels that is asked for, or several names with commas between, one for each rank: what the option
     * says, else what HPL.dat says, else {@code auto}.
     *
     * @param settings the settings of HPL.dat, used where the option is not given
     * @throws InputException when no provider has such a name
     */
    public String provider(Settings settings) {
        return library.provider(settings.choose(Key.BLAS, blas, KernelsOption::known).orElse(Blas.AUTO));
    }

    /** Returns the options that were given, as command-line arguments with which another process would take equal kernels. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(blas == null ? List.of() : List.of("--blas", known(blas)));
        arguments.addAll(library.arguments());
        return arguments;
    }

    /** Returns all words that name a provider, {@code auto} first. */
    static List<String> words() {
        return Stream.concat(Stream.of(Blas.AUTO), Blas.providers().stream().map(KernelProvider::name)).toList();
    }

    private static String known(String names) {
        for (String name : names.split(",", -1)) {
            if (!words().contains(name)) {
                throw InputException.unknownWord("unknown BLAS provider, name=" + name + ": choose one of " + String.join(", ", words()),
                        name, words());
            }
        }
        return names;
    }
}
