package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The program as a user starts it. Begins first: without other software no class takes longer. */
@Order(1)
final class LauncherIT {
    /** ReFrame's pattern of a result row. */
    private static final Pattern ROW =
            Pattern.compile("^\\S+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\.\\d+\\s+(\\d+\\.\\d+e[+-]\\d+)$", Pattern.MULTILINE);

    private static final Pattern JOB_TOKEN = Pattern.compile("\0HPL_TOKEN=([^\0]+)");

    @TempDir
    private Path folder;
    private Launcher launcher;

    @BeforeEach
    void inAFolderOfItsOwn() {
        launcher = new Launcher(folder, Launcher.BRIEF);
    }

    /** Returns what makes runs brief, with one more variable. */
    private static Map<String, String> brief(String variable, String value) {
        Map<String, String> all = new HashMap<>(Launcher.BRIEF);
        all.put(variable, value);
        return all;
    }

    private String json() {
        return folder.resolve("r.json").toString();
    }

    @Test
    void shouldExplainItselfWithoutTheJvmsWarnings() throws Exception {
        Ended help = launcher.run("run", "--help-all");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("Usage: hpl run", "--nb", "Exit code");
        assertThat(help.out().replaceAll("\\s+", " "))
                .contains("With native and NB >= 128, the triangular solves of the update use the vector kernels.");
        assertThat(help.err()).isEmpty();
    }

    @Test
    void shouldRefuseAJavaThatIsTooOldOrMissing() throws Exception {
        Ended ended = new Launcher(folder, Map.of("HPL_JAVA_HOME", folder.toString())).run("--version");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("HPL_JAVA_HOME=" + folder, "JDK 25 or newer").hasLineCount(1);
    }

    @Test
    void shouldPassEveryTestOfASweepAndWriteJson() throws Exception {
        Ended ended = launcher.here("run", "-N", "0,97,200", "--nb", "16,30", "-P", "1,2", "-Q", "1,2", "--json", json());
        assertThat(ended.err()).doesNotContain("WARNING", "\tat ");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ROW.matcher(ended.out()).results()).hasSize(12);
        assertThat(ended.out()).contains("Finished     12 tests", "12 tests completed and passed residual checks");
        assertThat(Files.readString(folder.resolve("r.json"))).contains("\"residual\"", "\"passed\"");
    }

    /** {@code hpl run --json - | jq .}: nothing but JSON may be on standard output, and nothing is lost. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWriteJsonAloneToStandardOutput(boolean reportToFile) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "-N", "64", "--blas", "reference", "--json", "-", "--progress",
                "none"));
        words.addAll(reportToFile ? List.of("--output", "hpl.out") : List.of());
        Ended ended = launcher.run(words.toArray(String[]::new));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(new JsonMapper().readTree(ended.out()).path("results").get(0).path("status").asString()).isEqualTo("passed");
        assertThat(reportToFile ? Files.readString(folder.resolve("hpl.out")) : ended.err()).containsPattern("HPL.*\\n[^#]*PASSED")
                .contains("1 tests completed and passed residual checks");
        assertThat(folder.resolve("-")).doesNotExist();
    }

    @Test
    void shouldSayOfEmulatedRanksThatTheirRatesAreNotTheMachines() throws Exception {
        Ended ended = launcher.here("run", "-N", "200", "--nb", "32", "-Q", "2", "--map", "weighted:cols=2,1", "--blas", "vector",
                "--emulate-slowdown", "1.5,3", "--json", json());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("# EMULATED: ranks were slowed 1.5, 3 times by sleeping", "2 with 1 worker each");
        assertThat(Files.readString(folder.resolve("r.json"))).containsPattern("\"emulatedSlowdown\" : \\[ 1.5, 3.0 \\]");
    }

    /** T/V tells of BCAST alone. */
    @ParameterizedTest
    @CsvSource({"1, 4, true", "4, 1, false"})
    void shouldSayWhatSitesMakeOfTheBroadcast(int p, int q, boolean crossing) throws Exception {
        Path cluster = Files.writeString(folder.resolve("two-sites.cluster"), """
                rank 0 host=a speed=10 GFLOPS
                rank 1 host=b speed=10 GFLOPS
                rank 2 host=c speed=10 GFLOPS
                rank 3 host=d speed=10 GFLOPS
                site one hosts=a,b
                site two hosts=c,d
                link other-host latency=50us bandwidth=100MB/s
                link other-site latency=50us bandwidth=10MB/s
                """);
        Ended ended = launcher.here("run", "-N", "200", "--nb", "32", "-P", "" + p, "-Q", "" + q, "--map", "weighted", "--cluster",
                cluster.toString(), "--workers", "1", "--blas", "vector", "--progress", "none", "--json", json());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err().contains("SWAP is spread-roll, whatever was asked for, and sends each row of U"))
                .isNotEqualTo(crossing);
        String note = "BCAST 1ringM of T/V is used only within the site of a panel's owner: the panel goes once to each other site";
        assertThat(ended.out()).contains("WR11R2R4         200").contains("PASSED");
        assertThat(ended.out().contains("# note:    " + note)).as(ended.out()).isEqualTo(crossing);
        assertThat(Files.readString(folder.resolve("r.json")).contains(note)).isEqualTo(crossing);
    }

    /** Where planning is over before the optimising compiler would pay for itself, it is left out. */
    @ParameterizedTest
    @CsvSource({"--cluster;FILE, 99, true", "--cluster=FILE, 99, true", "--cluster=FILE, 0-199, false"})
    void shouldLeaveTheOptimisingCompilerOutWhereItPlansForFewRanks(String option, String ranks, boolean few) throws Exception {
        Path file = Files.writeString(folder.resolve("some.cluster"), "rank 0 speed=10 GFLOPS memory=1 GiB\nranks " + ranks
                + " speed=10 GFLOPS\n");
        Launcher asking = new Launcher(folder, Map.of("HPL_JAVA_OPTS", "-XX:+PrintCommandLineFlags -version"));
        List<String> plan = new ArrayList<>(List.of("plan"));
        plan.addAll(List.of(option.replace("FILE", file.toString()).split(";")));
        String said = asking.run(plan.toArray(String[]::new)).err();
        assertThat(said).contains("-XX:+UseSerialGC");
        assertThat(said.contains("TieredStopAtLevel=1")).isEqualTo(few);
    }

    /** A driver of OpenCL may take the JVM's signals from it. */
    @ParameterizedTest
    @CsvSource({"run --blas opencl, '', true", "run --blas=vector;opencl, '', true", "devices, '', true", "run -f HPL.dat, 1, true",
            "run --blas vector, '', false"})
    void shouldMakeRoomForOpenclWhereItIsAskedFor(String arguments, String said, boolean requested) throws Exception {
        Launcher asking = new Launcher(folder, Map.of("HPL_OPENCL", said, "HPL_JAVA_OPTS",
                "-XX:+PrintCommandLineFlags -Xcheck:jni -Xlog:jni+resolve=debug:stderr -version"));
        String flags = asking.run(arguments.split(" ")).err();
        assertThat(flags.contains("libjsig is activated")).as(flags).isEqualTo(requested);
        assertThat(flags.contains("-XX:MaxHeapSize=5368709120")).as(flags).isEqualTo(requested);
    }

    /** Says on standard error what the JVM was started with. */
    private Launcher withStartUpCache(String home, String cacheHome) {
        return new Launcher(folder, Map.of("HPL_NO_AOT", "", "HOME", home, "XDG_CACHE_HOME", cacheHome,
                "HPL_JAVA_OPTS", "-XX:+PrintCommandLineFlags -version"));
    }

    @Test
    void shouldKeepNoStartUpCacheWithoutAHome() throws Exception {
        for (String relative : List.of("", "here")) {
            Ended ended = withStartUpCache("", relative).run("--version");
            assertThat(ended.code()).isZero();
            assertThat(ended.err()).contains("-XX:+UseSerialGC").doesNotContain("SharedArchiveFile", "start-up cache");
        }
        assertThat(folder.resolve("here")).doesNotExist();
    }

    @Test
    void shouldKeepTheStartUpCacheWhereNobodyElseCanChangeIt() throws Exception {
        Path cache = folder.toRealPath().resolve("home/.cache/hpl-hetero");
        Launcher starting = withStartUpCache(folder.resolve("home").toString(), "");
        assertThat(starting.run("--version").err()).contains("making the start-up cache " + cache, "-XX:SharedArchiveFile=" + cache);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache))).isEqualTo("rwx------");
        startUpCache();
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(starting.run("--version").err()).contains("no start-up cache: " + cache + ", or what is in it, can be changed by others")
                .doesNotContain("SharedArchiveFile");
    }

    /** Each would take as long as all others beside it. */
    @Test
    @Daily(2)
    void shouldMeasureTheKernelsOnceWhereSeveralStartTogether() throws Exception {
        Set<String> rates = new HashSet<>();
        for (Path at : startedTogether(2, Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), "run", "-N", "64", "--json",
                "r.json").keySet()) {
            rates.add(new JsonMapper().readTree(Files.readString(at.resolve("r.json"))).at("/blas/reason").asString());
        }
        assertThat(rates).singleElement().asString().isNotEmpty();
    }

    @Test
    void shouldMakeTheStartUpCacheOnceWhereSeveralStartTogether() throws Exception {
        assertThat(startedTogether(5, withAQuickJava(), "--version").values().stream()
                .filter(ended -> ended.err().contains("making the start-up cache"))).hasSize(1);
        startUpCache();
    }

    /** Returns how runs ended that were started together, each in a folder of its own. */
    private Map<Path, Ended> startedTogether(int count, Map<String, String> environment, String... words) throws Exception {
        Map<Launcher, Process> started = new HashMap<>();
        for (int i = 0; i < count; i++) {
            Launcher one = new Launcher(Files.createDirectory(folder.resolve("at" + i)), environment);
            started.put(one, one.start(words));
        }
        Map<Path, Ended> all = new HashMap<>();
        for (Map.Entry<Launcher, Process> one : started.entrySet()) {
            Ended ended = one.getKey().end(one.getValue());
            assertThat(ended.code()).as(ended.err()).isZero();
            all.put(one.getKey().folder(), ended);
        }
        return all;
    }

    /** A Java that is over at once: it writes a word for a start-up cache, and says what it was started with. */
    private Map<String, String> withAQuickJava() throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\nMODULES=\"java.base jdk.incubator.vector\"\n");
        Path java = Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/sh
                for word; do
                  case $word in -XX:ArchiveClassesAtExit=*) sleep 0.2; echo classes > "${word#*=}" ;; esac
                done
                echo "$@"
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return Map.of("HPL_JAVA_HOME", jdk.toString(), "HPL_NO_AOT", "", "HOME", folder.resolve("home").toString(), "XDG_CACHE_HOME", "");
    }

    /** Returns the only start-up cache in the home of a test, beside which no other file of one is left. */
    private Path startUpCache() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("home/.cache/hpl-hetero"))) {
            List<Path> all = files.filter(file -> file.toString().contains(".jsa")).toList();
            assertThat(all).singleElement().asString().endsWith(".jsa");
            return all.getFirst();
        }
    }

    /** A lock that a process left when it was killed, or another host left long ago, counts for nothing. */
    @Test
    void shouldMakeTheStartUpCacheUnlessSomebodyElseDoes() throws Exception {
        Launcher starting = new Launcher(folder, withAQuickJava());
        assertThat(starting.run("--version").err()).contains("making the start-up cache");
        Path cache = startUpCache();
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        String host = new String(new ProcessBuilder("bash", "-c", "printf %s \"$HOSTNAME\"").start().getInputStream().readAllBytes(),
                StandardCharsets.UTF_8);
        String living = host + " " + ProcessHandle.current().pid();
        long now = Instant.now().getEpochSecond();
        List<Map.Entry<String, Boolean>> locks = List.of(Map.entry(living + " " + now, false),
                Map.entry(host + " " + dead.pid() + " " + now, true), Map.entry("elsewhere 1 " + now, false),
                Map.entry("elsewhere 1 100", true), Map.entry("what else", true));
        for (Map.Entry<String, Boolean> lock : locks) {
            Files.deleteIfExists(cache);
            Path link = cache.resolveSibling(cache.getFileName() + ".lock");
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(lock.getKey()));
            Ended ended = starting.run("--version");
            assertThat(ended.code()).isZero();
            assertThat(ended.err().contains("making the start-up cache")).as(lock + ": " + ended.err()).isEqualTo(lock.getValue());
            assertThat(ended.out().contains("SharedArchiveFile")).as(lock.getKey()).isEqualTo(lock.getValue());
        }
    }

    /** There is no folder into which OpenBLAS could be unpacked. */
    @Test
    @Daily(2)
    void shouldSayWhichKernelsDroppedOutAndWhy() throws Exception {
        Ended ended = new Launcher(folder, Map.of("XDG_CACHE_HOME", "/proc", "HPL_JAVA_OPTS", "-Djava.io.tmpdir=/proc"))
                .run("run", "-N", "64", "--nb", "32", "--json", "r.json");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        String why = "native dropped out: the bundled OpenBLAS cannot be unpacked and loaded: ";
        assertThat(ended.err()).containsOnlyOnce("hpl: --blas auto: " + why);
        assertThat(ended.out()).containsPattern("# BLAS: +vector .*; " + why);
        assertThat(Files.readString(folder.resolve("r.json"))).contains("; " + why);
    }

    @Test
    void shouldSayHowLongItTookBeforeTheClockStarted() throws Exception {
        Ended ended = launcher.here("run", "-N", "500", "--nb", "64", "-P", "1", "-Q", "2", "--workers", "1", "--blas", "native", "--map",
                "weighted", "--recalibrate", "--json", json());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).containsPattern("# before: +ranks and links measured for \\d+\\.\\d+ s")
                .containsPattern("# W.* N=500 NB=64 P=1 Q=2: Rmax .*, warm-up \\d+\\.\\d+ s");
        assertThat(Files.readString(folder.resolve("r.json"))).containsPattern("\"calibrationSeconds\" : [0-9.]*[1-9]")
                .containsPattern("\"warmUpSeconds\" : [0-9.]*[1-9]");
    }

    @Test
    @Daily(2)
    void shouldSayThatOpenBlasIsUnpackedEachTimeWhereTheCacheIsNotPrivate() throws Exception {
        Files.createDirectory(folder.resolve("hpl-hetero"));
        Files.setPosixFilePermissions(folder.resolve("hpl-hetero"), PosixFilePermissions.fromString("rwxrwxrwx"));
        // the optimising compiler stays: without it, a run with an empty cache measures the peak for four seconds
        Ended ended = new Launcher(folder, Map.of("XDG_CACHE_HOME", folder.toString())).run("run", "-N", "64", "--blas", "native");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        String note = "the bundled OpenBLAS is not kept in the cache folder, but unpacked at each start: ";
        assertThat(ended.err()).containsOnlyOnce("hpl: " + note);
        assertThat(ended.out()).containsPattern("# note: +" + note).contains("our vector kernels for NB >= 128");
    }

    @Test
    void shouldTakeHplDatOfTheWorkingFolderAndSayIt() throws Exception {
        hplDat("HPL.out", 6);
        Ended ended = new Launcher(folder, Map.of()).run("run");
        assertThat(ended.err()).contains("./HPL.dat");
        assertThat(ended.out()).containsPattern("WR11R2R4\\s+64 ").contains("PASSED");
        assertThat(ended.code()).isZero();
    }

    @Test
    void shouldWriteToTheFileOfLineThreeWhenTheDeviceSaysSo() throws Exception {
        hplDat("results.txt", 8);
        Ended ended = launcher.run("run", "HPL.dat", "--blas", "vector");
        assertThat(ended.out()).isEmpty();
        assertThat(Files.readString(folder.resolve("results.txt"))).contains("PASSED", "End of Tests.");
    }

    @Test
    void shouldWriteToStandardErrorForDeviceSeven() throws Exception {
        hplDat("HPL.out", 7);
        Ended ended = launcher.run("run", "HPL.dat", "--progress", "none", "--blas", "vector");
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("PASSED", "End of Tests.");
    }

    @Test
    void shouldEndWithOneWhenATestFails() throws Exception {
        Ended ended = launcher.here("run", "-N", "200", "--nb", "32", "--threshold", "1e-9", "--blas", "vector");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("FAILED", "1 tests completed and failed residual checks");
    }

    @Test
    void shouldEndWithZeroWhenNoCheckWasAskedFor() throws Exception {
        Ended ended = launcher.here("run", "-N", "200", "--nb", "32", "--threshold", "0", "--blas", "vector");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).doesNotContain("PASSED");
    }

    @Test
    void shouldClearAndReportWhatWouldCrippleANativeBlas() throws Exception {
        Ended ended = new Launcher(folder, brief("OPENBLAS_CORETYPE", "Prescott"))
                .run("run", "-N", "64", "--nb", "32", "--blas", "native");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("OPENBLAS_CORETYPE=Prescott").doesNotContain("Prescott kernels");
    }

    @Test
    void shouldPrintWhatWasFinishedAfterCtrlC() throws Exception {
        // whoever started the tests may have had Ctrl-C ignored, and children inherit that
        Process process = launcher.startBy(List.of("env", "--default-signal=INT"), "run", "-N", "64,4000", "--nb", "32", "--blas",
                "reference", "--json", "r.json", "--progress", "none");
        launcher.awaitFirstTest(process);
        Launcher.signal("INT", process.toHandle());
        Ended ended = launcher.end(process);
        assertThat(ended.code()).isEqualTo(130);
        assertThat(ended.out()).contains("Finished      1 tests", "1 tests completed and passed", "End of Tests.");
        assertThat(ended.err()).doesNotContain("\tat ", "Exception");
        assertThat(Files.readString(folder.resolve("r.json"))).contains("\"passed\"");
    }

    /** Every user of a host can read the command lines there, and the key lets its owner take a rank's place. */
    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldShowTheKeyOfMpjRanksOnNoCommandLine() throws Exception {
        String ssh = sshToHere("until [ -e seen ]; do sleep 0.02; done; ", "");
        Process process = launcher.start("run", "-N", "64,4000", "--nb", "32", "-Q", "2", "--blas", "reference", "--workers", "1",
                "--map", "cyclic", "--progress", "none", "--hosts", "here:2", "--launcher", "mpj", "--ssh", ssh);
        Set<String> lines = new HashSet<>();
        Set<String> keys = new HashSet<>();
        try {
            while (process.isAlive() && !launcher.soFar().contains("PASSED")) {
                process.descendants().flatMap(child -> keys(told(child.pid(), "environ"))).forEach(keys::add);
                process.descendants().forEach(child -> lines.add(told(child.pid(), "cmdline")));
                // without this file that shell would live for some milliseconds only
                if (lines.stream().anyMatch(line -> line.startsWith("sh\0-c\0")) && !Files.exists(folder.resolve("seen"))) {
                    Files.createFile(folder.resolve("seen"));
                }
                Thread.sleep(1);
            }
            assertThat(launcher.soFar()).contains("PASSED");
        } finally {
            // that shell would leave the ranks behind, and the ranks go on to the end
            process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
            launcher.end(process);
        }
        assertThat(keys).hasSize(1);
        assertThat(lines).anyMatch(line -> line.contains("run.jar")).anyMatch(line -> line.startsWith("sh\0-c\0"))
                .noneMatch(line -> line.contains(keys.iterator().next()));
    }

    /** Without their variables ranks would be as many runs of one. */
    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldStartNoMpjRanksOverAShellThatPassesNoInputOn() throws Exception {
        Ended ended = launcher.run("run", "-N", "64", "-Q", "2", "--hosts", "here:2", "--launcher", "mpj", "--ssh",
                sshToHere("", " < /dev/null"));
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("hpl: the remote shell passes no input on: name a shell that does with --ssh");
        assertThat(ended.out()).isEmpty();
    }

    /** A remote shell that stays on this host. */
    private String sshToHere(String first, String redirection) throws IOException {
        Path ssh = Files.writeString(folder.resolve("ssh-to-here"), "#!/bin/sh\nshift\nsh -c \"" + first + "$*\"" + redirection + "\n");
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
        return ssh.toString();
    }

    private static Stream<String> keys(String environment) {
        return JOB_TOKEN.matcher(environment).results().map(found -> found.group(1));
    }

    /** What the system tells of a process; empty when it has ended. */
    private static String told(long pid, String what) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), what));
        } catch (IOException ended) {
            return "";
        }
    }

    private void hplDat(String output, int device) throws IOException {
        Files.writeString(folder.resolve("HPL.dat"), """
                title
                title
                %s output file
                %d device
                1 Ns
                64
                1 NBs
                32
                0 PMAP
                1 grids
                1
                1
                16.0 threshold
                1
                2 PFACT
                1
                4 NBMIN
                1
                2 NDIV
                1
                2 RFACT
                1
                1 BCAST
                1
                1 DEPTH
                2 SWAP
                64
                0 L1
                0 U
                1 EQUIL
                8 ALIGN
                """.formatted(output, device));
    }

    /** Only a terminal has an end of a line. */
    @ParameterizedTest
    @ValueSource(strings = {"completion bash", "plan --cluster CLUSTER -N 4000 --write -", "check --rates no --json -", "--help"})
    void shouldFoldNothingThatProgramsReadWhereColumnsAreExported(String line) throws Exception {
        String[] words = line.replace("CLUSTER", Path.of("..", "examples", "five-boards.cluster").toAbsolutePath().toString()).split(" ");
        Ended folded = new Launcher(folder, brief("COLUMNS", "40")).run(words);
        assertThat(folded.code()).as(folded.err()).isLessThan(2);
        if (line.startsWith("check")) {
            // what it finds changes from moment to moment
            assertThat(new JsonMapper().readTree(folded.out()).at("/hosts")).hasSize(1);
        } else {
            assertThat(folded.out()).isEqualTo(launcher.run(words).out()).isNotEmpty();
        }
    }
}
