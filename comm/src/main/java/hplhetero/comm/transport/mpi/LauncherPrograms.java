package hplhetero.comm.transport.mpi;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The program files of launchers: their library lies most often beside them. */
final class LauncherPrograms {
    private static final Set<String> STARTERS = Set.of("orterun", "orted", "prterun", "prted", "mpirun", "mpiexec",
            "mpiexec.hydra", "hydra_pmi_proxy", "hydra_bstrap_proxy", "mpirun_rsh", "mpispawn", "mpiexec.mpich");

    private LauncherPrograms() {
    }

    /** Returns the mpirun and mpiexec that the PATH names, links resolved. */
    static List<Path> onPath(Map<String, String> environment) {
        List<Path> found = new ArrayList<>();
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String program : List.of("mpirun", "mpiexec")) {
                Path file = Path.of(folder, program);
                if (!folder.isEmpty() && Files.isExecutable(file)) {
                    found.add(resolved(file));
                }
            }
        }
        return found;
    }

    /** Returns the launchers among the processes from which this one descends, nearest first. */
    static List<Path> aboveThisProcess() {
        return Stream.iterate(ProcessHandle.current().parent(), Optional::isPresent, p -> p.flatMap(ProcessHandle::parent))
                .map(p -> p.flatMap(handle -> handle.info().command())).flatMap(Optional::stream).map(Path::of)
                .filter(file -> STARTERS.contains(file.getFileName().toString())).toList();
    }

    private static Path resolved(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file;
        }
    }
}
