package hplhetero.run.start;

import java.util.List;

/** The environment variables that the launcher has cleared because they would cripple a native BLAS. */
public final class ClearedEnvironment {
    private static final String VARIABLE = "HPL_CLEARED";

    private ClearedEnvironment() {
    }

    /** Returns the cleared variables, each as NAME=VALUE. */
    public static List<String> variables() {
        String lines = System.getenv().getOrDefault(VARIABLE, "");
        return lines.lines().filter(line -> !line.isBlank()).toList();
    }
}
