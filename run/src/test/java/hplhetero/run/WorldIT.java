package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.input.topology.PathTableFile;
import hplhetero.network.topology.PathTable;
import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.EmulatedPorts;
import hplhetero.testing.Needs;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same program over real MPIs and MPJ Express: the solution has the same bits over every transport. */
@Tag(Requirements.TAG)
final class WorldIT {
    private static final Pattern CHECKSUM = Pattern.compile("\"xCrc32c\" : \"([0-9a-f]{8})\"");
    private static final String[] BINARY = {"run", "-N", "130", "--nb", "16", "-P", "2", "-Q", "1", "--swap", "binary"};
    private static final String[] LONG = {"run", "-N", "130", "--nb", "16", "-P", "2", "-Q", "1", "--swap", "long"};
    private static final String[] BROADCASTS = {"run", "-N", "97", "--nb", "16", "-P", "1,2", "-Q", "4,2", "--swap", "mix",
        "--bcast", "1ring,1ringM,2ring,2ringM,long,longM", "--depth", "0,1"};

    private static final Map<List<String>, List<String>> LOCAL = new HashMap<>();

    @TempDir
    private Path folder;
    private Launcher launcher;
    private String kernels = "vector";

    @BeforeEach
    void inAFolderOfItsOwn() {
        launcher = new Launcher(folder, Launcher.BRIEF);
    }

    private static String[] with(String[] first, String... more) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /** The checksums of all solutions of a sweep. */
    private List<String> solutions(List<String> starter, String... sweep) throws IOException, InterruptedException {
        Ended ended = launcher.runBy(starter, with(sweep, "--blas", kernels, "--json", "r.json", "--progress", "none", "--workers", "1"));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("\tat ", "log4j", "Exception");
        assertThat(ended.out()).startsWith("=====").doesNotContain("MPJ Express (");
        return checksums(folder.resolve("r.json"));
    }

    private static List<String> checksums(Path json) throws IOException {
        return CHECKSUM.matcher(Files.readString(json)).results().map((MatchResult m) -> m.group(1)).toList();
    }

    /** The checksums of ranks that are threads of this JVM: one run for all tests. */
    private List<String> local(String... sweep) throws IOException {
        List<String> known = LOCAL.get(List.of(sweep));
        if (known == null) {
            known = here(sweep);
            LOCAL.put(List.of(sweep), known);
        }
        return known;
    }

    /** The checksums of all solutions of a sweep within this JVM. */
    private List<String> here(String... sweep) throws IOException {
        Path json = folder.resolve("here.json");
        Ended ended = launcher.here(with(sweep, "--blas", kernels, "--json", json.toString(), "--progress", "none", "--workers", "1"));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        return checksums(json);
    }

    /** Chooses by what a file says of the ranks; 166 panels, so that some choices are tried, and N < 500, so that nothing warms up. */
    @ParameterizedTest
    @Daily(4)
    @EnumSource(Starters.class)
    void shouldGiveTheSameBitsOverMpiWhateverTheProgramChooses(Starters starter) throws Exception {
        Files.writeString(folder.resolve("my.cluster"), """
                ranks 0-3 host=a,b,c,d workers=1 speed=5GFLOPS panel=1GFLOPS
                link other-host latency=20us bandwidth=1GB/s
                """);
        String[] run = {"run", "-N", "496", "--nb", "3", "-P", "2", "-Q", "2", "--map", "cyclic", "--cluster",
            folder.resolve("my.cluster").toString()};
        // those in Java would take the optimising compiler for so many rows
        kernels = "native";
        List<String> fixed = local(run);
        assertThat(solutions(starter.ranks(4), with(run, "--bcast", "auto", "--swap", "auto", "--recalibrate"))).isEqualTo(fixed);
        assertThat(Files.readString(folder.resolve("r.json"))).containsPattern("\"trials\" : \\[ \\{")
                .contains("\"origin\" : \"predicted\"");
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource(Starters.class)
    void shouldGiveTheSameBitsOverMpiForEveryBroadcast(Starters starter) throws Exception {
        List<String> local = local(BROADCASTS);
        assertThat(local).hasSize(24);
        assertThat(solutions(starter.ranks(4), BROADCASTS)).isEqualTo(local);
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource(Starters.class)
    void shouldGiveTheSameBitsOverMpiForEverySwap(Starters starter) throws Exception {
        for (String[] sweep : List.of(BINARY, LONG)) {
            assertThat(solutions(starter.ranks(2), sweep)).isEqualTo(local(sweep));
        }
    }

    @ParameterizedTest
    @Daily(2)
    @CsvSource({"multicore", "niodev"})
    @Needs(Component.MPJ_EXPRESS)
    void shouldGiveTheSameBitsOverMpj(String device) throws Exception {
        String[] way = device.equals("multicore") ? new String[] {"--transport", "mpj"}
                : new String[] {"--hosts", "localhost:4", "--launcher", "mpj", "--ssh", shell()};
        assertThat(solutions(List.of(), with(BROADCASTS, way))).isEqualTo(local(BROADCASTS));
    }

    /** Threads with a translator each, and processes that this program starts: nothing has to be installed. */
    @ParameterizedTest
    @Daily(2)
    @ValueSource(strings = {"llc:shm", "llc:tcp"})
    void shouldGiveTheSameBitsWithoutAnMpi(String transport) throws Exception {
        List<String> local = local(BROADCASTS);
        assertThat(here(with(BROADCASTS, "--transport", transport))).isEqualTo(local);
        assertThat(solutions(List.of(), with(BROADCASTS, "--hosts", "localhost:4", "--launcher", transport, "--ssh", shell())))
                .isEqualTo(local);
    }

    /** By {@code --launcher auto}, where no MPI is on the path. */
    @Test
    void shouldStartRanksOnHostsThatHaveNoMpi() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/usr/bin"))) {
            for (Path program : all) {
                if (!program.getFileName().toString().matches("(mpi|ort|prte|hydra).*")) {
                    Files.createSymbolicLink(programs.resolve(program.getFileName()), program);
                }
            }
        }
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.put("PATH", programs.toString());
        Ended ended = new Launcher(folder, environment).run("run", "-N", "97", "--nb", "16", "-Q", "2", "--blas", "vector", "--workers",
                "1", "--progress", "none", "--hosts", "localhost:2", "--ssh", shell());
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("hpl: starting 2 rank(s) on localhost:2 by llc over ");
        assertThat(ended.out()).contains("PASSED", "transport LLC, shared memory in ");
    }

    @Test
    @Needs(Component.UCX)
    void shouldGiveTheSameBitsOverUcx() throws Exception {
        assertThat(solutions(List.of(), with(BROADCASTS, "--hosts", "localhost:4", "--launcher", "llc:ucx", "--ssh", shell())))
                .isEqualTo(local(BROADCASTS));
    }

    /** Over UCX, below which an emulator of InfiniBand ports counts by which path the messages of each pair go. */
    @Test
    @Needs({Component.UCX, Component.UCX_FOR_C})
    void shouldFollowATableOfPathsOverUcx() throws Exception {
        Path emulator = Path.of(System.getProperty("hpl.home"), "comm/src/test/c/ucp_emulator.c");
        EmulatedPorts ports = EmulatedPorts.in(Files.createDirectory(folder.resolve("ports")), emulator);
        Path topology = Files.writeString(folder.resolve("my.topology"), """
                fabric fattree paths=4
                level 1 children=2
                level 2 children=2 parents=4
                ranks 0-3 nodes=0,2,1,3
                """);
        Path file = folder.resolve("my.lids");
        assertThat(Main.execute("net", "lids", "--topology", topology.toString(), "--grid", "2x2", "--table", file.toString())).isZero();
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.putAll(ports.environment());
        Ended ended = new Launcher(folder, environment).run("run", "-N", "97", "--nb", "16", "-P", "2", "-Q", "2", "--blas", "vector",
                "--workers", "1", "--progress", "none", "--lid-table", file.toString(), "--hosts", "localhost:4", "--launcher", "llc:ucx",
                "--ssh", shell());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "each pair of ranks by its path of the table");
        PathTable table = PathTableFile.read(file);
        for (int pair = 0; pair < 16; pair++) {
            int from = pair / 4;
            int to = pair % 4;
            for (int path = 0; path < EmulatedPorts.LIDS; path++) {
                assertThat(ports.bytes(from, to, path) > 0).as("%d to %d by %d", from, to, path)
                        .isEqualTo(from != to && path == table.path(from, to));
            }
        }
        assertThat(table.pathFrom(0)).as("a table of several paths").isEmpty();
    }

    /** Over an emulator of Fujitsu's library. */
    @Test
    @Needs(Component.C_COMPILER)
    void shouldGiveTheSameBitsOverUtofu() throws Exception {
        Path library = folder.resolve("libtofucom.so");
        Process compiler = new ProcessBuilder("cc", "-O2", "-shared", "-fPIC", "-pthread", "-o", library.toString(),
                Path.of(System.getProperty("hpl.home"), "comm/src/test/c/utofu_emulator.c").toString()).inheritIO().start();
        assertThat(compiler.waitFor()).isZero();
        List<String> local = local(BROADCASTS);
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.put("HPL_UTOFU_LIBRARY", library.toString());
        launcher = new Launcher(folder, environment);
        assertThat(solutions(List.of(), with(BROADCASTS, "--hosts", "localhost:4", "--launcher", "llc:utofu", "--ssh", shell())))
                .isEqualTo(local);
    }

    /** Acts as ssh for this machine. */
    private String shell() throws IOException {
        Path file = folder.resolve("here");
        Files.writeString(file, "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource(Starters.class)
    void shouldProbeTheNetworkOverMpi(Starters starter) throws Exception {
        probed(launcher.runBy(starter.ranks(3), "net", "probe", "--seconds", "0.3", "--out", "net.topology"));
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldProbeTheNetworkOverMpj() throws Exception {
        probed(launcher.run("net", "probe", "--seconds", "0.3", "--out", "net.topology", "--ranks", "3", "--transport", "mpj"));
        probed(launcher.run("net", "probe", "--seconds", "0.3", "--out", "net.topology", "--hosts", "localhost:3", "--launcher", "mpj",
                "--ssh", shell()));
    }

    private void probed(Ended ended) throws IOException {
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("same host", "0-2", "For hpl net predict: --host-latency ").doesNotContain("other host");
        assertThat(ended.err()).contains("measuring all pairs in 3 rounds").doesNotContain("\tat ");
        Path drawn = folder.resolve("net.svg");
        assertThat(Main.execute("net", "draw", "--topology", folder.resolve("net.topology").toString(), "--out", drawn.toString()))
                .isZero();
        assertThat(Files.readString(drawn)).contains("3 ranks on 1 of 1 nodes");
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource(Starters.class)
    void shouldCalibrateAndPlanOverMpi(Starters starter) throws Exception {
        Ended ended = launcher.runBy(starter.ranks(2), "calibrate", "--seconds", "0.3", "--nb", "32", "--blas", "native", "--write",
                "c.cluster");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("same host");
        Ended run = launcher.runBy(starter.ranks(2), "run", "-N", "300", "--nb", "32", "--map", "weighted", "--blas", "native",
                "--cluster", "c.cluster");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).contains("plan for N=300");
        assertThat(run.out()).contains("# ranks:   2 with 1 worker each");
    }

    @Test
    void shouldSayHowManyRanksTheInputNeeds() throws Exception {
        Ended ended = launcher.runBy(Starters.OPEN_MPI.ranks(2), "run", "-N", "100", "-P", "2", "-Q", "2",
                "--blas", "vector");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).containsOnlyOnce("P x Q is 4, but ranks=2 were started: "
                + "start as many ranks (mpirun -np 4), or choose smaller P and Q");
    }

    @Test
    void shouldTellEveryRankOfBadInputOnce() throws Exception {
        Ended ended = launcher.runBy(Starters.OPEN_MPI.ranks(3), "run", "no-such-file");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).containsOnlyOnce("no-such-file: no such file");
    }

    @Test
    void shouldLeaveRanksThatTheGridDoesNotNeedIdle() throws Exception {
        Ended ended = launcher.runBy(Starters.MPICH.ranks(3), "run", "-N", "100", "-P", "1", "-Q", "2", "--nb", "16",
                "--blas", "vector");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED");
    }
}
