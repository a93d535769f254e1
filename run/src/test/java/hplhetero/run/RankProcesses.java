package hplhetero.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processes of a run's ranks, whatever has started them: those that inherited the variable by which {@link Launcher} tells them from
 * ranks of other tests, also of tests of another copy of this project on the same machine.
 *
 * @param folder the folder of the test, in which or below which the run was started
 */
record RankProcesses(Path folder) {
    /** Variable with the folder in which a test has started a run. */
    static final String VARIABLE = "TEST_FOLDER";

    /** Returns the ranks that live. */
    Stream<ProcessHandle> all() {
        return ProcessHandle.allProcesses().filter(this::isRank);
    }

    /** Returns the process of a rank. */
    Optional<ProcessHandle> rank(int rank) {
        return all().filter(process -> variables(process).lines().anyMatch(("HPL_RANK=" + rank)::equals)).findFirst();
    }

    /** Ends all of them. */
    void end() {
        all().forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns whether a process is a rank; the process that starts the ranks over hosts is none. */
    private boolean isRank(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent()
                && process.info().commandLine().filter(line -> !line.contains("--hosts")).isPresent()
                && variables(process).lines().anyMatch(line -> line.startsWith(VARIABLE + "=")
                        && Path.of(line.substring(VARIABLE.length() + 1)).startsWith(folder));
    }

    private static String variables(ProcessHandle process) {
        return told(process, "environ").replace('\0', '\n');
    }

    /** Returns what the system tells of a process in a file of /proc; nothing where the process is gone or of another user. */
    static String told(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/" + file));
        } catch (IOException gone) {
            return "";
        }
    }
}
