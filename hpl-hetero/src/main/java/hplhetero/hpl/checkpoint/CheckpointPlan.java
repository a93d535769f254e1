package hplhetero.hpl.checkpoint;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * When and where the state of one test is written. Each test on each map is a series of states, which has a folder of its own: 1, 2 and so
 * on, in the folder of the run.
 *
 * @param root    folder of the run, on each host; empty: no state is written
 * @param series  number of the test's series, from 1
 * @param seconds seconds between two states, &gt;= 0
 * @param start   where the test begins
 */
public record CheckpointPlan(String root, int series, double seconds, Start start) implements Serializable {
    /** The plan of a test whose state is not written. */
    public static final CheckpointPlan NONE = new CheckpointPlan("", 0, 0, Start.ANEW);

    /** The place where a test begins. */
    public enum Start {
        /** With the first panel, even if the series has states. */
        ANEW,
        /** From the newest state that is whole on all ranks, else with the first panel. */
        FROM_STATE_IF_WHOLE,
        /** From the newest state that is whole on all ranks; where there is none, the run ends and says why. */
        FROM_STATE
    }

    /** Returns this plan with another place where the test begins. */
    public CheckpointPlan from(Start other) {
        return new CheckpointPlan(root, series, seconds, other);
    }

    /** Returns whether states are written. */
    public boolean isOn() {
        return !root.isEmpty();
    }

    /** Returns the folder of the series' files. */
    public Path folder() {
        return Path.of(root, String.valueOf(series));
    }

    /**
     * Removes the folders of earlier series, as far as they are on this host.
     *
     * @throws IOException when a file cannot be removed
     */
    public void removeEarlier() throws IOException {
        for (int earlier = 1; earlier < series; earlier++) {
            remove(Path.of(root, String.valueOf(earlier)));
        }
    }

    /** Removes a folder and the files in it. Several ranks may do so at once. */
    private static void remove(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (NoSuchFileException gone) {
            // another rank of this host was faster
            return;
        }
    }
}
