package hplhetero.run.start;

import java.util.List;

/** The environment variables that the launcher has cleared because they would cripple a native BLAS. */
public final class ClearedEnvironment {
    private static final String VARIABLE = "HPL_CLEARED";

    private ClearedEnvironment() {
    }

    /**
     * Returns the environment variables that the script {@code hpl} has cleared before it started this program, such as those that begin
     * with {@code OMP_}, each as NAME=VALUE; empty where it has cleared none, or did not start this program.
     */
    public static List<String> variables() {
        String lines = System.getenv().getOrDefault(VARIABLE, "");
        return lines.lines().filter(line -> !line.isBlank()).toList();
    }
}
