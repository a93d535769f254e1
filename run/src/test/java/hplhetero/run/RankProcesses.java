package hplhetero.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processes of a run's ranks, by any launcher.
 *
 * @param mark what stands on their command lines and on no other's
 */
record RankProcesses(String mark) {

    /** Those that live. */
    Stream<ProcessHandle> all() {
        return ProcessHandle.allProcesses().filter(this::isRank);
    }

    /** One of them. */
    Optional<ProcessHandle> rank(int rank) {
        return all().filter(process -> variables(process).lines().anyMatch(("HPL_RANK=" + rank)::equals)).findFirst();
    }

    /** Leaves none. */
    void end() {
        all().forEach(ProcessHandle::destroyForcibly);
    }

    /** The process that starts the ranks over hosts is none. */
    private boolean isRank(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent()
                && process.info().commandLine().filter(line -> line.contains(mark) && !line.contains("--hosts")).isPresent();
    }

    private static String variables(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/environ")).replace('\0', '\n');
        } catch (IOException gone) {
            return "";
        }
    }
}
