package hplhetero.blas.environment;

import hplhetero.ffm.CLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The guard that clears the environment variables that would cripple a native BLAS, before the BLAS is loaded: a forgotten
 * {@code OPENBLAS_CORETYPE=Haswell} halves DGEMM. The guard also tells libraries to use one thread, because the caller has a thread on
 * every core already.
 *
 * <p>The guard acts only on this process, and only once. Child processes started from Java still get the variables.
 */
public final class EnvironmentGuard {
    private static final List<String> PREFIXES = List.of("OPENBLAS_", "GOTO_", "MKL_", "BLIS_", "OMP_");
    private static final List<String> THREAD_COUNTS = List.of("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
            "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "OMP_NUM_THREADS");

    private static List<String> notes;

    private EnvironmentGuard() {
    }

    /**
     * Clears the environment variables that BLAS libraries read, such as {@code OPENBLAS_CORETYPE}, and sets their thread counts to 1, for
     * native code of this process. Acts once. Must be called before a BLAS library is loaded.
     *
     * @return what a person should be told: one line for each variable that was set and might have crippled the library
     */
    public static synchronized List<String> clear() {
        if (notes == null) {
            notes = clear(System.getenv());
        }
        return notes;
    }

    private static List<String> clear(Map<String, String> environment) {
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, String> entry : crippling(environment).entrySet()) {
            boolean gone = CLibrary.unsetenv(entry.getKey());
            found.add("environment variable " + entry.getKey() + "=" + entry.getValue()
                    + (gone ? " cleared before a BLAS library was loaded"
                    : " could not be cleared and may slow the BLAS library: unset it"));
        }
        THREAD_COUNTS.forEach(name -> CLibrary.setenv(name, "1"));
        return List.copyOf(found);
    }

    /**
     * Returns those of a process' environment variables that a BLAS library or its OpenMP runtime would read, with their values, sorted by
     * name. Thread counts of 1 are left out, because the guard itself sets them to 1.
     */
    static Map<String, String> crippling(Map<String, String> environment) {
        Map<String, String> found = new TreeMap<>();
        environment.forEach((name, value) -> {
            boolean harmless = THREAD_COUNTS.contains(name) && value.equals("1");
            if (!harmless && PREFIXES.stream().anyMatch(name::startsWith)) {
                found.put(name, value);
            }
        });
        return found;
    }
}
