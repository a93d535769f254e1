package hplhetero.bench;

import hplhetero.blas.KernelException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The start and end of a benchmark program. An error ends the program with one line; the exit code is 2 where options or kernels cannot be
 * used, else 1.
 */
final class Program {

    private Program() {
    }

    /** Runs a command and ends this process. */
    static void run(Callable<Integer> command, String... arguments) {
        System.exit(new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((problem, line, parsed) -> {
                    System.err.println("bench: " + Objects.requireNonNullElse(problem.getMessage(), problem.toString()));
                    return problem instanceof IllegalArgumentException || problem instanceof KernelException ? 2 : 1;
                }).execute(arguments));
    }

    /**
     * Checks the values of an option.
     *
     * @throws IllegalArgumentException when a value is below 1
     */
    static void requirePositive(String option, List<Integer> values) {
        if (values.stream().anyMatch(v -> v < 1)) {
            throw new IllegalArgumentException(option + " " + values + ": give numbers of at least 1");
        }
    }
}
