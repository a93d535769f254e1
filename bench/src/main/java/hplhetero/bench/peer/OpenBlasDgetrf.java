package hplhetero.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * OpenBLAS's own factorization with its own threads, in a JVM of its own; 2/3 N^3 operations are counted.
 *
 * @param libraries a folder with the bundled OpenBLAS
 * @param threads   number of OpenBLAS's threads
 */
public record OpenBlasDgetrf(Path libraries, int threads) implements Contender {

    @Override
    public String name() {
        return "OpenBLAS dgetrf";
    }

    @Override
    public String description() {
        return "bundled OpenBLAS, " + threads + " threads, 2/3 N^3 operations, factorization only";
    }

    @Override
    public Reached run(int n) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String shown = Commands.run(libraries, Map.of("OPENBLAS_NUM_THREADS", String.valueOf(threads)),
                List.of(java, "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                        DgetrfMain.class.getName(), libraries.toString(), String.valueOf(n)));
        return new Reached(Double.parseDouble(shown.strip()), Double.NaN);
    }
}
