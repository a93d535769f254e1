package hplhetero.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code ./hpl run}, each time a new JVM.
 *
 * @param home    the folder of the launcher
 * @param options further options of {@code hpl run}
 */
record OurProgram(Path home, List<String> options) implements Contender {

    @Override
    public String name() {
        return options.isEmpty() ? "hpl-hetero" : "hpl-hetero " + String.join(" ", options);
    }

    @Override
    public String description() {
        return "./hpl run -N n " + String.join(" ", options);
    }

    @Override
    public double gflops(int n) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("hpl").toString(), "run", "-N", String.valueOf(n),
                "--progress", "none"));
        command.addAll(options);
        try (TemporaryFolder folder = TemporaryFolder.create("hpl-hetero")) {
            return HplOutput.best(Commands.run(folder.path(), Map.of(), command)).gflops();
        }
    }
}
