package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same build on arm64: a JVM whose processor, a Cortex-A76, is emulated. */
@Needs({Component.ARM64_EMULATOR, Component.ARM64_JDK})
@Daily(4)
final class Arm64IT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    private static final String WAYS = " --progress none --map cyclic ";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"vector, '# BLAS:    vector (Java Vector API, 128-bit vectors'",
            "native, '-linux-arm64/libopenblas_h.so, panels packed once'"})
    void shouldSolveAlone(String blas, String kernels) throws Exception {
        // from NB = 128 on, native solves U by the vector kernels
        // the vector kernels are nothing without the optimising compiler
        Map<String, String> environment = new HashMap<>(blas.equals("native") ? Launcher.BRIEF : Map.of());
        environment.put("HPL_JAVA_HOME", System.getenv(Component.Variables.ARM64_JAVA));
        Launcher.Ended ended = new Launcher(folder, environment)
                .run(("run -N 97,300 --nb 16,128" + WAYS + "-P 1,2 -Q 1,1 --blas " + blas).split(" "));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("8 tests completed and passed", " aarch64\n", kernels);
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldSolveBesideX86() throws Exception {
        // the command is the last argument, the host the one before
        Path ssh = Files.writeString(folder.resolve("ssh"), """
                #!/bin/bash
                command=${@: -1}
                if [ "${@: -2:1}" = b ]; then command="export HPL_JAVA_HOME='%s'; $command"; fi
                exec ssh "${@:1:$#-1}" "$command"
                """.formatted(System.getenv(Component.Variables.ARM64_JAVA)));
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
        TestBed.Ended ended = new TestBed(folder).run("-n 2", TestBed.EXPORT_BRIEF + "export HPL_NO_BUILD=1 HPL_NO_AOT=1 XDG_CACHE_HOME="
                + System.getProperty("hpl.cache") + "; " + HPL + " run --hosts a,b --launcher mpj --ssh " + ssh + " --blas vector "
                + "-N 97,130 --nb 16" + WAYS + "-P 1,2 -Q 2,1");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("4 tests completed and passed", " amd64\n", " aarch64\n", "on 2 hosts");
    }
}
