package hplhetero.run.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** When a process started, as the kernel of Linux counts. */
public final class ProcessStart {
    /** The number of the word of /proc/PID/stat that tells the start, from 1, behind the name of the program in parentheses. */
    public static final int FIELD = 20;
    private static final Path SELF = Path.of("/proc/self/stat");

    private ProcessStart() {
    }

    /**
     * Returns when this process started, in the kernel's ticks since the start of the host; empty where the system does not tell of
     * processes as Linux does.
     */
    public static OptionalLong ticks() {
        try {
            String stat = Files.readString(SELF);
            return OptionalLong.of(Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[FIELD - 1]));
        } catch (IOException unknown) {
            System.getLogger(ProcessStart.class.getName()).log(System.Logger.Level.DEBUG, "no start", unknown);
            return OptionalLong.empty();
        }
    }
}
