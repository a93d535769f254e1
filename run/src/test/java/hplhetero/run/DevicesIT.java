package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on devices: those of vendors are emulated on the host, that of OpenCL is the host's cores by PoCL. */
@Needs({Component.C_COMPILER, Component.OPENCL})
final class DevicesIT {
    @TempDir
    private static Path shared;
    private static String library;
    /** A folder with it under the names by which the system's are found. */
    private static Path installed;
    /** A folder with the emulator of ROCm under the names by which AMD's libraries are found, but for hipRTC. */
    private static Path withoutHipRtc;

    @TempDir
    private Path folder;

    @BeforeAll
    static void makeTheEmulator() throws Exception {
        library = emulator("CUDA").toString();
        installed = install("installed", Path.of(library), "libcudart.so.13", "libcublas.so.13", "libcuda.so.1");
        withoutHipRtc = install("without-hiprtc", emulator("ROCM"), "libamdhip64.so.7", "librocblas.so.5");
    }

    private static Path emulator(String platform) throws Exception {
        Path source = Path.of(System.getProperty("hpl.home"), "blas-bridge/src/test/c/gpu_emulator.c");
        Path made = shared.resolve("libgpu_emulator" + platform + ".so");
        Process process = new ProcessBuilder("cc", "-O2", "-shared", "-fPIC", "-pthread", "-D" + platform, "-o", made.toString(),
                source.toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return made;
    }

    private static Path install(String name, Path emulator, String... names) throws Exception {
        Path made = Files.createDirectory(shared.resolve(name));
        for (String one : names) {
            Files.createSymbolicLink(made.resolve(one), emulator);
        }
        return made;
    }

    private Launcher launcher(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(Launcher.BRIEF);
        all.putAll(environment);
        return new Launcher(folder, all);
    }

    private Ended run(Map<String, String> environment, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", "--blas-lib", library, "--progress", "none"));
        all.addAll(List.of(options));
        return launcher(environment).run(all.toArray(String[]::new));
    }

    @Test
    void shouldListDevicesWithTheirRate() throws Exception {
        // without OpenCL, whose device another test measures
        Ended ended = launcher(Map.of("GPU_EMULATED_DEVICES", "2", "OCL_ICD_VENDORS", folder.toString())).run("devices", "--blas-lib",
                library);
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).containsPattern("cuda +0 +Emulated GPU 0 +- +1.0 GiB +[0-9.]+ +[0-9]+% +CUDA 13.0")
                .containsPattern("cuda +1 +Emulated GPU 1 ");
    }

    @Test
    void shouldSolveWithAGraphicsProcessorAndTheHostsCoresInOneRun() throws Exception {
        Ended ended = run(Map.of(), "-N", "331", "--nb", "48", "-P", "1", "-Q", "2", "--blas", "cuda,vector", "--map", "cyclic");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "# BLAS:    cuda, vector (cuda: Emulated GPU 0, 1 GiB, driver of CUDA 13.0",
                "1 device(s) Emulated GPU 0, 1 processors x 1.50 GHz x 256 flop/cycle = 384.0 GFLOPS");
    }

    /** The host factors panels where AMD's compiler is missing; with it the device does. */
    @Test
    void shouldFactorPanelsOnAmdsDeviceWhereHipRtcIsInstalled() throws Exception {
        String[] options = {"run", "--progress", "none", "-N", "331", "--nb", "48", "--blas", "rocm"};
        Ended without = launcher(Map.of("LD_LIBRARY_PATH", withoutHipRtc.toString())).run(options);
        assertThat(without.code()).as(without.err()).isZero();
        assertThat(without.out()).contains("PASSED", ", rows copied one by one (libhiprtc.so.7 was not found)",
                "; panels: not the device (libhiprtc.so.7 was not found), but ");
        Path compiler = install("hiprtc", withoutHipRtc.resolve("libamdhip64.so.7"), "libhiprtc.so.7");
        Ended with = launcher(Map.of("LD_LIBRARY_PATH", withoutHipRtc + ":" + compiler)).run(options);
        assertThat(with.code()).as(with.err()).isZero();
        assertThat(with.out()).contains("PASSED", "; panels: the device where it is faster, else ").doesNotContain("one by one");
    }

    /** Each rank takes another one. */
    @Test
    void shouldStreamWhatHasNoRoomOnTheDevice() throws Exception {
        Ended ended = run(Map.of("GPU_EMULATED_DEVICES", "2", "GPU_EMULATED_BUS_IDS", "0000:3B:00.0,0000:AF:00.0"), "-N", "487",
                "--nb", "48", "-P", "2", "-Q", "1", "--blas", "cuda", "--device-memory", "0.00043", "--map", "cyclic");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "Emulated GPU 0", "; device(s) at PCI 0000:3b:00.0, 0000:af:00.0");
        assertThat(ended.err()).containsPattern("hpl: N=487: the devices of ranks 0, 1 hold 4[0-9] % of their parts of the matrix "
                + "at least; the rest streams through them, which is slower: with N <= 3[3-6][0-9] all of it has room");
    }

    @Test
    void shouldEndWithOneMessageWhenADeviceIsLost() throws Exception {
        Ended ended = run(Map.of("GPU_EMULATED_LOST_AFTER", "20"), "-N", "331", "--nb", "48", "-P", "1", "-Q", "2", "--blas", "cuda,vector",
                "--map", "cyclic");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).containsOnlyOnce("CUDA device failed").doesNotContain("\tat ", "internal error");
    }

    @Test
    void shouldRefuseADeviceThatIsNotThere() throws Exception {
        Ended ended = launcher(Map.of()).here("run", "--blas-lib", library, "-N", "100", "--blas", "cuda", "--device", "3");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("no CUDA device, device=3 of 1").doesNotContain("\tat ");
        Ended none = launcher(Map.of()).here("run", "-N", "100", "--blas", "cuda");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("no CUDA here, library=libcudart.so.13");
    }

    private Launcher auto(Map<String, String> environment) {
        Map<String, String> installation = new HashMap<>(environment);
        installation.put("LD_LIBRARY_PATH", installed.toString());
        return launcher(installation);
    }

    /** Ends a run, as Ctrl-C does, once the first of its tests has passed: the kernels are chosen before, for the largest of its tests. */
    private Ended firstTest(Map<String, String> environment, String... options) throws Exception {
        Launcher launcher = auto(environment);
        List<String> all = new ArrayList<>(List.of("run", "--progress", "none", "--nb", "128"));
        all.addAll(List.of(options));
        Process run = launcher.start(all.toArray(String[]::new));
        launcher.awaitFirstTest(run);
        run.destroy();
        Ended ended = launcher.end(run);
        assertThat(ended.code()).as(ended.err()).isEqualTo(143);
        assertThat(ended.err()).contains("BROKEN OFF after 1 of 2 tests, 1 passed");
        return ended;
    }

    /** An emulated device is slower than the cores that emulate it, where the optimising compiler compiles the kernels in Java. */
    @Test
    @Daily(5)
    void shouldSayWhyADeviceThatWasFoundIsNotTaken() throws Exception {
        Ended ended = firstTest(Map.of("HPL_JAVA_OPTS", ""), "-N", "300,4000", "-P", "1", "-Q", "2", "--map", "cyclic", "--host-share",
                "0.5");
        assertThat(ended.out()).containsPattern(
                "# BLAS: .*; cuda [(]Emulated GPU 0[)] not taken: [0-9.]+ GFLOPS, the host's .*core.* [0-9.]+")
                .doesNotContain("#   devices:");
        assertThat(ended.err()).contains("hpl: without effect: --host-share: no rank computes on a device").doesNotContain("dropped out");
    }

    /** Their libraries are not even loaded: that would fail. */
    @Test
    @Daily(5)
    void shouldSayNothingOfDevicesInASmallRun() throws Exception {
        Ended ended = firstTest(Map.of("GPU_EMULATED_STATUS", "35"), "-N", "100,3999");
        assertThat(ended.out() + ended.err()).doesNotContain("cuda", "CUDA", "device");
    }

    @Test
    @Daily(5)
    void shouldGoOnWithTheHostsCoresWhereADeviceCannotBeUsed() throws Exception {
        Ended old = firstTest(Map.of("GPU_EMULATED_STATUS", "35"), "-N", "300,4000");
        assertThat(old.err()).contains("hpl: --blas auto: cuda dropped out: CUDA device failed, cudaGetDeviceCount=35 (CUDA driver "
                + "version is insufficient for CUDA runtime version)").doesNotContain("rocm", "\tat ");
        assertThat(old.out()).contains("; cuda dropped out: CUDA device failed");
        Ended lost = firstTest(Map.of("GPU_EMULATED_LOST_AFTER", "0", "GPU_EMULATED_MEMORY", "900000000"), "-N", "300,4000");
        assertThat(lost.err()).containsOnlyOnce("hpl: --blas auto: cuda dropped out: CUDA device failed").doesNotContain("\tat ");
    }

    @Test
    @Daily(5)
    void shouldSayNothingWhereNoDeviceIsInstalled() throws Exception {
        Ended ended = firstTest(Map.of("GPU_EMULATED_DEVICES", "0"), "-N", "300,4000");
        assertThat(ended.out() + ended.err()).doesNotContain("cuda", "CUDA", "device");
    }

    @Test
    void shouldTakeTheDeviceWhoseNumberIsGiven() throws Exception {
        Ended ended = auto(Map.of("GPU_EMULATED_DEVICES", "2")).run("run", "--progress", "none", "-N", "331", "--nb", "48", "--device",
                "1");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "# BLAS:    cuda (Emulated GPU 1, ", ": device named by the user");
        Ended none = auto(Map.of()).run("run", "-N", "100", "--device", "1");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("no device for --blas auto, device=1: leave --device out, or choose another --blas; cuda: no CUDA "
                + "device, device=1 of 1", "; rocm: no ROCm here").doesNotContain("\tat ");
    }

    private Ended opencl(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", "--progress", "none"));
        all.addAll(List.of(options));
        return launcher(Map.of()).run(all.toArray(String[]::new));
    }

    @Test
    void shouldListOpenclDevicesWithTheirRate() throws Exception {
        Ended ended = launcher(Map.of()).run("devices");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).containsPattern("opencl +0 .* GiB +[0-9.]+ .*Portable Computing Language");
    }

    @Test
    void shouldSolveASweepByOpencl() throws Exception {
        Ended ended = opencl("-N", "97", "--nb", "16", "-P", "1,2", "-Q", "4,2", "--swap", "mix", "--bcast", "1ring,1ringM,2ring,2ringM,"
                + "long,longM", "--depth", "0,1", "--blas", "opencl");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("Finished     24 tests", "    24 tests completed and passed residual checks")
                .contains("# BLAS:    opencl (", "Aparapi, at most ", "; 1 device(s) ");
    }

    @Test
    void shouldSolveByOpenclAndTheHostsCoresInOneRun() throws Exception {
        Ended ended = opencl("-N", "331", "--nb", "48", "-P", "1", "-Q", "2", "--blas", "opencl,vector", "--map", "cyclic");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "# BLAS:    opencl, vector (opencl: ");
    }

    /** PoCL's device is the host's cores, by slower kernels. */
    @Test
    @Daily(5)
    void shouldHaveTheHostsWorkersUpdateColumnsBesideADevice() throws Exception {
        Ended ended = opencl("-N", "1200", "--nb", "96", "--blas", "opencl", "--workers", "2", "--host-share", "0.6");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED").containsPattern(
                "#   devices: workers beside them updated [5-6][0-9][.][0-9] % of the columns; sending panels and columns took [0-9.]+ s");
        Ended measured = opencl("-N", "1200", "--nb", "96", "--blas", "opencl", "--workers", "2");
        assertThat(measured.code()).as(measured.err()).isZero();
        assertThat(measured.out()).contains("PASSED")
                .containsPattern("#   devices: workers beside them updated [1-9][0-9.]+ % of the columns");
    }

    @Test
    void shouldRefuseAHostShareThatIsNone() throws Exception {
        Ended ended = launcher(Map.of()).here("run", "-N", "100", "--blas", "opencl", "--host-share", "1.5");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--host-share 1.5: must be auto or a number from 0 to 1").doesNotContain("\tat ");
    }

    @Test
    void shouldStreamThroughAnOpenclDevice() throws Exception {
        Ended ended = opencl("-N", "487", "--nb", "48", "-P", "2", "-Q", "1", "--blas", "opencl", "--device-memory", "0.00043", "--map",
                "cyclic");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED");
    }

    @Test
    void shouldRefuseToRunByOpenclWithoutADevice() throws Exception {
        Ended none = launcher(Map.of("OCL_ICD_VENDORS", folder.toString())).run("run", "-N", "100", "--blas", "opencl");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("no OpenCL device, device=0 of 0").doesNotContain("\tat ");
        Path broken = Files.createDirectory(folder.resolve("broken"));
        Files.writeString(broken.resolve("libOpenCL.so.1"), "no library");
        Ended without = launcher(Map.of("LD_LIBRARY_PATH", broken.toString())).run("run", "-N", "100", "--blas", "opencl");
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).isEqualTo("hpl: no OpenCL here, library=libOpenCL.so.1: install it (Debian: ocl-icd-libopencl1) and the "
                + "driver of a device (of the host's cores: pocl-opencl-icd), or choose another --blas\n");
    }
}
