package hplhetero.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Our program {@code ./hpl run}, started each time in new JVMs.
 *
 * @param starter words that start the ranks, such as mpirun with its options; empty where ranks are threads of one JVM
 * @param home    the folder of the launcher
 * @param options further options of {@code hpl run}
 */
public record OurProgram(List<String> starter, Path home, List<String> options) implements Contender {

    @Override
    public String name() {
        String over = starter.isEmpty() ? "" : " over MPI";
        return options.isEmpty() ? "hpl-hetero" + over : "hpl-hetero" + over + " " + String.join(" ", options);
    }

    @Override
    public String description() {
        return (String.join(" ", starter) + " ./hpl run -N n " + String.join(" ", options)).strip();
    }

    @Override
    public Reached run(int n) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(starter);
        command.addAll(List.of(home.resolve("hpl").toString(), "run", "-N", String.valueOf(n), "--progress", "none", "--history",
                "no"));
        command.addAll(options);
        try (TemporaryFolder folder = TemporaryFolder.create("hpl-hetero")) {
            HplOutput.Row best = HplOutput.best(Commands.run(folder.path(), Map.of(), command));
            return new Reached(best.gflops(), best.before());
        }
    }
}
