package hplhetero.run;

import hplhetero.input.InputException;
import hplhetero.input.MapSpecReader;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.progress.ProgressStyle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hpl run}: solves the tests of an HPL.dat, or one that suits the machine. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Runs the tests of an HPL.dat.",
        description = {"Without a file ./HPL.dat is taken; where there is none, a test of about 20 s that suits this "
                + "machine. Options take the place of the file's values.", ""},
        footer = {"", "Exit code: 0 all tests passed, 1 one failed or was skipped, 2 input or options cannot be used, "
                + "130 ended by Ctrl-C."})
final class RunCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "HPL.dat", description = "The input, as netlib HPL reads it.")
    private Path file;

    @Mixin
    private CaseOptions cases = new CaseOptions();

    @Option(names = {"--map"}, paramLabel = "MAP", defaultValue = "cyclic",
            description = "Who owns which block: cyclic, cells:0,1/2,2 or weighted:rows=1,2;cols=2,1.")
    private String map;

    @Option(names = {"--blas"}, paramLabel = "NAME", defaultValue = "auto",
            description = "Kernels: auto (the fastest here), vector, native, netlib, reference.")
    private String blas;

    @Mixin
    private BlasOption blasOption = new BlasOption();

    @Option(names = {"--workers"}, paramLabel = "n", description = "Threads of each rank; default: cores / ranks.")
    private Integer workers;

    @Mixin
    private SlowdownOption slowdown = new SlowdownOption();

    @Option(names = {"--transport"}, paramLabel = "NAME", defaultValue = "local",
            description = "How ranks exchange messages: local (threads of one JVM).")
    private String transport;

    @Option(names = {"--output"}, paramLabel = "FILE", description = "Results to this file, - for standard output.")
    private String output;

    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all results to this file as JSON.")
    private Path json;

    @Option(names = {"--progress"}, paramLabel = "STYLE", defaultValue = "auto",
            description = "auto, bar, plain or none; on standard error.")
    private ProgressStyle progress;

    @Override
    public Integer call() throws Exception {
        if (workers != null && workers < 1) {
            throw new InputException("--workers " + workers + ": must be at least 1");
        }
        CaseChoice choice = CaseChoice.of(Optional.ofNullable(file), Path.of(""), cases.overrides(output),
                MapSpecReader.parse(map));
        return new Wiring(new RunRequest(choice, blasOption.provider(blas), blasOption.options(), map,
                workers == null ? OptionalInt.empty() : OptionalInt.of(workers), slowdown.factors(choice.ranks()), transport,
                Optional.ofNullable(json), progress)).run();
    }
}
