package hplhetero.run;

import java.util.List;

/** The variables that the launcher has cleared because they would cripple a native BLAS. */
final class ClearedEnvironment {
    private static final String VARIABLE = "HPL_CLEARED";

    private ClearedEnvironment() {
    }

    /** Each as NAME=VALUE. */
    static List<String> variables() {
        String lines = System.getenv().getOrDefault(VARIABLE, "");
        return lines.lines().filter(line -> !line.isBlank()).toList();
    }
}
