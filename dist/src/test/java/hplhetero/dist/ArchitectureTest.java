package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArchitectureTest {
    /** Names as libraries give them to their natives. */
    @ParameterizedTest
    @CsvSource({
            "com/sun/jna/linux-x86-64/libjnidispatch.so,               true,  false",
            "com/sun/jna/linux-aarch64/libjnidispatch.so,              false, true",
            "com/sun/jna/linux-x86/libjnidispatch.so,                  false, false",
            "com/sun/jna/freebsd-x86-64/libjnidispatch.so,             false, false",
            "com/sun/jna/win32-x86-64/jnidispatch.dll,                 false, false",
            "com/sun/jna/darwin-aarch64/libjnidispatch.jnilib,         false, false",
            "com/sun/jna/aix-ppc/libjnidispatch.a,                     false, false",
            "resources/native/Linux-amd64/libnetlibblasjni.so,         true,  false",
            "resources/native/Linux-aarch64/libnetlibblasjni.so,       false, true",
            "resources/native/Linux-riscv64/libnetlibblasjni.so,       false, false",
            "org/bytedeco/openblas/linux-x86_64/libopenblas.so.0,      true,  false",
            "org/bytedeco/openblas/linux-arm64/libgfortran.so.5,       false, true",
            "org/jline/nativ/Linux/x86_64/libjlinenative.so,           true,  false",
            "org/jline/nativ/Linux/arm64/libjlinenative.so,            false, true",
            "linux/libaparapi_x86_64.so,                               true,  false",
            "linux/libaparapi_aarch64.so,                              false, true",
            "linux/libaparapi_armhf.so,                                false, false",
            "win/libaparapi_x86_64.dll,                                false, false",
            "openblas-0.3.31-1.5.13-linux-x86_64.jar,                  true,  false",
            "openblas-0.3.31-1.5.13-linux-arm64.jar,                   false, true",
            "picocli-4.7.7.jar,                                        true,  true",
            "hplhetero/run/Main.class,                                 true,  true",
            "oshi/hardware/platform/linux/LinuxCentralProcessor.class, true,  true",
            "META-INF/MANIFEST.MF,                                     true,  true"})
    void shouldTakeWhatIsForItAndWhatIsForAll(String path, boolean x86, boolean arm) {
        assertThat(Architecture.X86_64.takes(path)).isEqualTo(x86);
        assertThat(Architecture.ARM64.takes(path)).isEqualTo(arm);
    }

    @ParameterizedTest
    @CsvSource({"x86-64, X86_64", "x86_64, X86_64", "amd64, X86_64", "arm64, ARM64", "aarch64, ARM64"})
    void shouldKnowAllItsNames(String name, Architecture architecture) {
        assertThat(Architecture.named(name)).contains(architecture);
    }
}
