package hplhetero.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Netlib HPL with one rank a core. The program is a build of 2.3 that the user has, or else the HPL 2.0 inside Debian's hpcc, whose other
 * benchmarks run before it and only cost time. Several NB are tried, and the best one counts.
 *
 * @param xhpl      the program, or empty for hpcc
 * @param ranks     number of ranks, on a 1 x ranks grid
 * @param nbs       blocking factors
 * @param libraries a folder with OpenBLAS as libblas.so.3, which hpcc is made to load
 */
public record NetlibHpl(Optional<Path> xhpl, int ranks, List<Integer> nbs, Path libraries) implements Contender {

    @Override
    public String name() {
        return xhpl.isPresent() ? "netlib HPL" : "hpcc's HPL";
    }

    @Override
    public String description() {
        return xhpl.map(x -> x.toString()).orElse("hpcc, HPL 2.0 with the bundled OpenBLAS as libblas.so.3") + ", "
                + ranks + " ranks 1 x " + ranks + " bound to cores, best of NB " + nbs;
    }

    @Override
    public Reached run(int n) throws IOException, InterruptedException {
        try (TemporaryFolder temporary = TemporaryFolder.create("netlib-hpl")) {
            Path folder = temporary.path();
            String input = HplInput.text(n, nbs, 1, ranks);
            Files.writeString(folder.resolve("HPL.dat"), input);
            Files.writeString(folder.resolve("hpccinf.txt"), input + "ignored\n0\n0\n0\n0\n");
            String shown = Commands.run(folder, environment(), command());
            return new Reached(HplOutput.best(xhpl.isPresent() ? shown : Files.readString(folder.resolve("hpccoutf.txt"))).gflops(),
                    Double.NaN);
        }
    }

    private Map<String, String> environment() {
        Map<String, String> oneThread = Map.of("OPENBLAS_NUM_THREADS", "1", "OMP_NUM_THREADS", "1");
        if (xhpl.isPresent()) {
            return oneThread;
        }
        return Map.of("OPENBLAS_NUM_THREADS", "1", "LD_LIBRARY_PATH", libraries.toString());
    }

    private List<String> command() {
        List<String> command = OpenMpi.ranks(ranks, "--bind-to", "core");
        command.add(xhpl.map(x -> x.toAbsolutePath().toString()).orElse("hpcc"));
        return command;
    }
}
