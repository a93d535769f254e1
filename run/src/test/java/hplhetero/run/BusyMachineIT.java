package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Daily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A user's run on a machine on which others compute: those that this test starts, and whoever else does. */
@Isolated("other tests would be told of too")
@Daily(2)
final class BusyMachineIT {
    private final List<Process> others = new ArrayList<>();

    @TempDir
    private Path folder;

    /**
     * Starts a process that computes for each core: of one process alone, the program's own threads may leave less than half a core. These
     * processes end by themselves, whatever becomes of the test.
     */
    @BeforeEach
    void compute() throws IOException {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            others.add(new ProcessBuilder("bash", "-c", "while [ $SECONDS -lt 120 ]; do :; done").start());
        }
    }

    @AfterEach
    void end() {
        others.forEach(Process::destroyForcibly);
    }

    /** Starts the program with an empty cache: it measures the cores' peak first, which is long enough to measure the load too. */
    private Launcher launcher(Map<String, String> more) throws IOException {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("XDG_CACHE_HOME", Files.createDirectory(folder.resolve("cache")).toString());
        return new Launcher(folder, environment);
    }

    /** Slowed kernels make the run long enough for its load to be measured. */
    @Test
    void shouldSayWhoTakesTheCoresBeforeAndAfterwards() throws Exception {
        Path json = folder.resolve("r.json");
        Ended run = launcher(Map.of()).run("run", "-N", "499", "--blas", "native", "--emulate-slowdown", "40",
                "--progress", "none", "--json", json.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).containsPattern("hpl: warning: .*: other load: [0-9.]+ core\\(s\\): \\S.* \\(pid [0-9]+, [0-9.]+\\)");
        assertThat(run.err().strip().lines().toList().getLast())
                .containsPattern("^PASSED .*; other processes took [0-9.]+ of [0-9]+ cores");
        assertThat(run.out()).containsPattern("#   note: other processes took [0-9.]+ of the [0-9]+ cores of .*: \\S.* \\(pid ");
        assertThat(Files.readString(json)).containsPattern("\"otherCores\" : [0-9.]*[1-9]")
                .containsPattern("\"busiest\" : \"\\S+ \\(pid ");
    }

    /** What is measured beside others is told, and not kept for the next plan. */
    @Test
    void shouldNotKeepWhatWasMeasuredOfRanksBesideOthers() throws Exception {
        Ended run = launcher(Launcher.BRIEF).run("calibrate", "--ranks", "2", "--workers", "1", "--blas", "native", "--nb", "64",
                "--seconds", "0.3", "--progress", "none");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).containsPattern("hpl: warning: "
                + "other processes took [0-9.]+ of the [0-9]+ cores of .* while ranks were measured");
        assertThat(Files.list(folder.resolve("cache/hpl-hetero")).map(file -> file.getFileName().toString()))
                .noneMatch(name -> name.startsWith("calibration"));
    }
}
