package hplhetero.bench.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The launcher of Open MPI on this machine. */
public final class OpenMpi {
    private OpenMpi() {
    }

    /** Returns the words that start {@code count} ranks on this machine, to be followed by the program. */
    public static List<String> ranks(int count, String... options) {
        List<String> command = new ArrayList<>(List.of(onPath("mpirun.openmpi") ? "mpirun.openmpi" : "mpirun", "-np",
                String.valueOf(count)));
        command.addAll(List.of(options));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add(1, "--allow-run-as-root");
        }
        return command;
    }

    /** Returns whether a program is in a folder of the PATH. */
    public static boolean onPath(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }
}
