package hplhetero.hpl;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The compiler of this Java virtual machine, which works in threads of its own. Its counter of milliseconds grows only when a method is
 * done, and a large method takes some hundred milliseconds. So whether its threads are running is looked at too. Owner: one thread.
 */
final class JustInTimeCompiler {
    private static final Path THREADS_OF_THIS_PROCESS = Path.of("/proc/self/task");
    /** Pattern of the names of the compiler's threads, which Linux cuts after 15 characters. */
    private static final String THREAD_NAME = "C[12] CompilerThre.*";

    private final CompilationMXBean counter = ManagementFactory.getCompilationMXBean();
    private final Path threads;
    /** Numbers, as text, of the process's threads that are known to do something else than compile. */
    private final Set<String> others = new HashSet<>();

    JustInTimeCompiler() {
        this(THREADS_OF_THIS_PROCESS);
    }

    /**
     * Makes the view of the compiler from the threads of a process.
     *
     * @param threads the folder in which Linux has a folder for each thread of the process
     */
    JustInTimeCompiler(Path threads) {
        this.threads = threads;
    }

    /** Returns the milliseconds for which methods have been compiled since the start of the process; 0 where nobody counts them. */
    long millis() {
        return counter == null || !counter.isCompilationTimeMonitoringSupported() ? 0 : counter.getTotalCompilationTime();
    }

    /** Returns whether a thread of the compiler is computing, or waits for a core to compute on; false where the system does not tell. */
    boolean isBusy() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                if (!others.contains(thread.getFileName().toString()) && isBusy(thread)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException notLinux) {
            return false;
        }
    }

    private boolean isBusy(Path thread) {
        try {
            // The file's text is PID (NAME) STATE ...
            String stat = Files.readString(thread.resolve("stat"));
            int close = stat.lastIndexOf(')');
            if (!stat.substring(stat.indexOf('(') + 1, close).matches(THREAD_NAME)) {
                others.add(thread.getFileName().toString());
                return false;
            }
            return stat.charAt(close + 2) == 'R';
        } catch (IOException ended) {
            return false;
        }
    }
}
