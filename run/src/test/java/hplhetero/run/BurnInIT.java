package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hpl burnin} of this host alone, without a list of hosts, a scheduler or a remote shell. */
@Daily(2)
final class BurnInIT {
    @TempDir
    private Path folder;

    private Launcher launcher(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.put("SLURM_JOB_NODELIST", "");
        environment.put("PBS_NODEFILE", "");
        environment.putAll(more);
        return new Launcher(folder, environment);
    }

    /** Checks that nothing is wrong with this host but what other processes take of it while tests run. */
    private static void assertSound(Ended ended) {
        assertThat(ended.code()).as(ended.out() + ended.err()).isBetween(0, 1);
        assertThat(ended.out()).contains(" of 1 host is bad").doesNotContain("died", "wrong values", "residual", "link");
    }

    @Test
    void shouldRunOnThisHostAndKeepTheResults() throws Exception {
        Map<String, String> kept = Map.of("HPL_HISTORY", "yes", "XDG_DATA_HOME", folder.resolve("data").toString());
        Files.writeString(folder.resolve("HPL.dat"), "no input of this program\n");
        Ended ended = launcher(kept).run("burnin", "--minutes", "0.02", "-N", "200", "--blas", "reference", "--workers", "1",
                "--json", "b.json", "--report", "b.html", "--prometheus", "b.prom", "--junit", "b.xml");
        assertSound(ended);
        assertThat(Files.readString(folder.resolve("b.html"))).contains("<svg");
        assertThat(Files.readString(folder.resolve("b.prom"))).contains("hpl_burnin_gflops{");
        assertThat(Files.readString(folder.resolve("b.xml"))).contains("<testcase");
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        assertThat(ended.out()).containsPattern("(?m)^" + host + " +[1-9][0-9]* ");
        assertThat(ended.err()).contains("hpl: " + host + ": N=200, ");
        Ended history = launcher(kept).run("history");
        assertThat(history.out()).contains(" 200 ");
    }

    @Test
    void shouldCompareWithAnEarlierBurnIn() throws Exception {
        String[] words = {"burnin", "--minutes", "0.02", "-N", "200", "--blas", "reference", "--workers", "1", "--json", "b.json"};
        assertSound(launcher(Map.of()).run(words));
        words[words.length - 2] = "--against";
        assertThat(launcher(Map.of()).run(words).out()).contains("compared with the burn-in of 20");
    }

    @Test
    void shouldEndWithTheTableSoFarAtCtrlC() throws Exception {
        Process process = launcher(Map.of()).startBy(List.of("env", "--default-signal=INT"), "burnin", "--minutes", "5", "-N", "200",
                "--blas", "reference", "--workers", "1");
        launcher(Map.of()).await(process, () -> launcher(Map.of()).errorsSoFar().contains("N=200"));
        Launcher.signal("INT", process.toHandle());
        Ended ended = launcher(Map.of()).end(process);
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(130);
        assertThat(ended.out()).containsPattern("(?m)^\\S+ +[1-9][0-9]* ");
        assertThat(ended.err()).doesNotContain("given up", "internal error");
    }

    @Test
    @Needs(Component.OPENCL)
    void shouldTestNothingOnADeviceUnlessToldTo() throws Exception {
        List<String> words = List.of("burnin", "--minutes", "0.02", "-N", "100", "--blas", "opencl", "--workers", "1");
        Ended ended = launcher(Map.of()).run(words.toArray(String[]::new));
        assertSound(ended);
        assertThat(ended.out()).contains("a device (GPU) computes, whose memory cannot be tested while HPL runs: --verify-steps no");
        Ended told = launcher(Map.of()).run(Stream.concat(words.stream(), Stream.of("--verify-steps", "sample")).toArray(String[]::new));
        assertThat(told.code()).as(told.out() + told.err()).isEqualTo(1);
        assertThat(told.out()).contains("--verify-steps sample: ranks compute on devices");
    }

    @Test
    void shouldTellOfWrongNumbers() throws Exception {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        Ended ended = launcher(Map.of()).run("burnin", "--minutes", "0.02", "-N", "500", "--blas", "reference", "--workers",
                "1", "--emulate",
                host + ":bitflip=0:2:update");
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.err()).contains("wrong numbers on rank 0");
    }
}
