package hplhetero.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeLibraryTest {
    private static final String MATH = "libm.so.6";

    @TempDir
    Path folder;

    @Test
    void shouldCallAFunctionOfALibraryThatItOpens() throws Throwable {
        MemorySegment fabs = NativeLibrary.open(MATH, Arena.global()).find("fabs").orElseThrow();
        assertThat((double) Downcall.to(fabs, JAVA_DOUBLE, JAVA_DOUBLE).invokeExact(-3.0)).isEqualTo(3.0);
        assertThat((double) Downcall.of(JAVA_DOUBLE, JAVA_DOUBLE).invokeExact(fabs, -2.0)).isEqualTo(2.0);
        assertThat(NativeLibrary.fileOf(fabs)).hasValueSatisfying(file -> assertThat(file).contains("libm"));
    }

    @Test
    void shouldOpenGloballyWhatIsOpenAlready() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment locally = NativeLibrary.open(MATH, arena).find("sin").orElseThrow();
            MemorySegment globally = NativeLibrary.openGlobally(MATH).find("sin").orElseThrow();
            assertThat(globally.address()).isEqualTo(locally.address());
        }
    }

    @Test
    void shouldHaveNoSymbolThatTheLibraryLacks() throws Exception {
        assertThat(NativeLibrary.open(MATH, Arena.global()).find("cblas_dgemm")).isEmpty();
        assertThat(NativeLibrary.system().find("getpid")).isPresent();
    }

    @Test
    void shouldSayWhyTheLoaderRefusesALibrary() throws IOException {
        Path text = Files.writeString(folder.resolve("text.so"), "no library, but some text as long as the header of one".repeat(9));
        assertThatThrownBy(() -> NativeLibrary.open(text.toString(), Arena.global())).isInstanceOf(NativeLibrary.Refused.class)
                .hasMessageContaining("invalid ELF header");
        assertThatThrownBy(() -> NativeLibrary.openGlobally(text.toString())).isInstanceOf(NativeLibrary.Refused.class)
                .hasMessageContaining("invalid ELF header");
        assertThatThrownBy(() -> NativeLibrary.openGlobally("libnone.so.0")).isInstanceOf(NativeLibrary.Refused.class)
                .hasMessageContaining("libnone.so.0").hasMessageContaining("No such file");
    }

    @Test
    void shouldNameAFileByItsPathAndALibraryByWhatTheLoaderSearchesFor() throws Exception {
        Path file = Files.createFile(folder.resolve("some.so"));
        assertThat(NativeLibrary.nameOf(file)).isEqualTo(file.toAbsolutePath().toString());
        assertThat(NativeLibrary.nameOf(Path.of(MATH))).isEqualTo(MATH);
        assertThatThrownBy(() -> NativeLibrary.nameOf(folder)).hasMessage("is a folder");
        assertThatThrownBy(() -> NativeLibrary.nameOf(folder.resolve("none.so"))).hasMessage("was not found");
    }

    @Test
    void shouldChangeTheEnvironmentThatNativeCodeSees() throws Throwable {
        String name = "HPLHETERO_FFM_TEST";
        assertThat(CLibrary.setenv(name, "7")).isTrue();
        assertThat(length(name)).isEqualTo(1);
        assertThat(CLibrary.unsetenv(name)).isTrue();
        assertThat(length(name)).isZero();
    }

    /** Of a variable's value, 0 where there is none; strlen(getenv(name)). */
    private static int length(String name) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment getenv = NativeLibrary.system().find("getenv").orElseThrow();
            long value = (long) Downcall.to(getenv, JAVA_LONG, ADDRESS)
                    .invokeExact(arena.allocateFrom(name));
            MemorySegment strlen = NativeLibrary.system().find("strlen").orElseThrow();
            return value == 0 ? 0 : (int) Downcall.to(strlen, JAVA_INT, JAVA_LONG).invokeExact(value);
        }
    }
}
