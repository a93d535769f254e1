package hplhetero.run.job;

import hplhetero.hpl.checkpoint.CheckpointPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What ranks do with the folder of a run's states, outside tests. */
public enum FolderWork {
    /** Makes the folder where it is missing, and sees whether files can be written there. */
    MAKE {
        @Override
        void on(CheckpointPlan plan) throws IOException {
            Files.delete(Files.createTempFile(Files.createDirectories(Path.of(plan.root())), "write", ".test"));
        }
    },
    /** Removes what a run has kept that is finished: the states of all tests before the one of the plan, and the files of the run. */
    REMOVE {
        @Override
        void on(CheckpointPlan plan) throws IOException {
            plan.removeEarlier();
            RunFiles.remove(Path.of(plan.root()));
        }
    };

    /** Does the work on this host. */
    abstract void on(CheckpointPlan plan) throws IOException;
}
