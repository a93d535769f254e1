package hplhetero.comm.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine, found without a name server where the kernel tells the name. */
public final class HostName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {
    }

    /** Returns the name of this machine: as the kernel tells it, else as the resolver does, else {@code localhost}. */
    public static String local() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException e) {
            return resolved();
        }
    }

    private static String resolved() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
