package hplhetero.run.net;

import hplhetero.network.schedule.Algorithm;
import hplhetero.network.simulate.Goal;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.terminal.OutputDevice;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that writes messages for other simulators. */
@Heading(Topic.OUTPUT)
final class GoalOption {
    @Option(names = {"--goal"}, paramLabel = "DIR",
            description = "Also write what each algorithm sends to files in this folder, in GOAL, the format of LogGOPSim and ATLAHS.")
    private Path folder;

    /**
     * Checks that the folder can take files, before anything is simulated.
     *
     * @throws InputException when no file can be written there
     */
    void check() {
        if (folder != null) {
            OutputDevice.checkFolder("--goal", folder);
        }
    }

    /** Writes a file such as {@code alltoall-ring-65536.goal} for each algorithm and size. Files of these names are replaced. */
    void write(Question question) throws IOException {
        if (folder == null) {
            return;
        }
        for (Algorithm algorithm : question.algorithms()) {
            for (long bytes : question.bytes()) {
                Path file = folder.resolve(question.collective().label() + "-" + algorithm.label() + "-" + bytes + ".goal");
                try (BufferedWriter out = Files.newBufferedWriter(file)) {
                    Goal.write(question.traffic(algorithm, bytes), out);
                }
            }
        }
    }
}
