package hplhetero.run.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The files that a run has in the folder of its state, besides the states of tests. */
public final class RunFiles {
    /** Name of the file with the words of the command line, on every host. */
    public static final String COMMAND = "command";
    /** Name of the file with what rank 0 knows of the run. */
    public static final String RUN = "run";
    /** Name of the file with what was measured of the ranks. */
    public static final String CLUSTER = "cluster";
    /** Pattern of the names of these files, also of those that were being written when a process was killed. */
    private static final Pattern OURS = Pattern.compile("(" + RUN + "|" + COMMAND + "|" + CLUSTER
            + ")(\\.[0-9a-f]+\\.tmp)?|write[0-9]+\\.test");

    private RunFiles() {
    }

    /** Removes the files, as far as they are on this host. Several ranks may do so at once. */
    static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, RunFiles::isOurs)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static boolean isOurs(Path file) {
        return OURS.matcher(file.getFileName().toString()).matches();
    }
}
