package hplhetero.testing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/** The load of this machine, by which tests lengthen limits of time: processes that share a core take as many times as long. */
public final class BusyMachine {
    private BusyMachine() {
    }

    /**
     * Returns the seconds after which a test gives up now.
     *
     * @param quiet seconds after which the test gives up on a quiet machine
     */
    public static double seconds(double quiet) {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        return seconds(quiet, Math.max(machine.getSystemLoadAverage(), running()), machine.getAvailableProcessors());
    }

    /** Returns how many threads of this machine have or want a core now, for the mean load rises late; negative where unknown. */
    private static double running() {
        try {
            return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split("[ /]")[3]);
        } catch (IOException unknown) {
            return -1;
        }
    }

    /** Returns the seconds for a mean number of processes that wait for a core or have one; the number is negative where unknown. */
    static double seconds(double quiet, double load, int cores) {
        return quiet * Math.max(1, load / cores);
    }
}
