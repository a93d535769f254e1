package hplhetero.hpl.checkpoint;

import hplhetero.hpl.problem.HplCase;
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
 * @param before  the test and series whose state the test begins from; null where it begins anew
 */
public record CheckpointPlan(String root, int series, double seconds, Start start, Before before) implements Serializable {
    /** The plan of a test whose state is not written. */
    public static final CheckpointPlan NONE = anew("", 0, 0);

    /**
     * A series of states from which a test goes on.
     *
     * @param series  number of the series
     * @param hplCase the test as it was then, perhaps on another map
     */
    public record Before(int series, HplCase hplCase) implements Serializable {
    }

    /**
     * The files of a series of states.
     *
     * @param folder  folder of the files
     * @param run     what the files say of the run that wrote them
     * @param hplCase the test, with the map of that time
     */
    public record Source(Path folder, String run, HplCase hplCase) {
    }

    /**
     * Returns the plan of a test that begins with its first panel.
     *
     * @param root    folder of the run
     * @param series  number of the test's series, from 1
     * @param seconds seconds between two states, &gt;= 0
     */
    public static CheckpointPlan anew(String root, int series, double seconds) {
        return new CheckpointPlan(root, series, seconds, Start.ANEW, null);
    }

    /** The place where a test begins. */
    public enum Start {
        /** With the first panel, even if the series has states. */
        ANEW,
        /** From the newest state that is whole on all ranks, else with the first panel. */
        FROM_STATE_IF_WHOLE,
        /** From the newest state that is whole on all ranks; where there is none, the run ends and says why. */
        FROM_STATE
    }

    /** Returns this plan for a test that goes on from a state of this or of another series. */
    public CheckpointPlan from(Start from, Before then) {
        return new CheckpointPlan(root, series, seconds, from, then);
    }

    /** Returns whether states are written. */
    public boolean isOn() {
        return !root.isEmpty();
    }

    /** Returns the folder of the series' files. */
    public Path folder() {
        return Path.of(root, String.valueOf(series));
    }

    /** Returns what the files of this series say of the run. */
    public String run() {
        return run(series);
    }

    private static String run(int series) {
        return "series " + series;
    }

    /** Returns the files from which the test goes on. Not to be called where it begins anew. */
    public Source source() {
        return new Source(Path.of(root, String.valueOf(before.series)), run(before.series), before.hplCase);
    }

    /** Returns whether the test goes on from a state of another series, so that its own series has none yet. */
    public boolean changesSeries() {
        return start != Start.ANEW && before.series != series;
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
