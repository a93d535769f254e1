package hplhetero.blas.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCacheTest {
    private static final Map<String, String> KEY = Map.of("java", "25.0.3", "library", "none");

    @TempDir
    Path folder;

    @Test
    void shouldGiveBackWhatWasStoredWithTheSameKey() {
        MachineCache cache = new MachineCache(folder.resolve("new"), "selection", "Zen 5");
        cache.store(KEY, value("42"));
        assertThat(cache.load(KEY)).hasValueSatisfying(p -> assertThat(p.getProperty("value")).isEqualTo("42"));
    }

    @Test
    void shouldForgetWhatWasMeasuredWithAnotherKey() {
        MachineCache cache = new MachineCache(folder, "selection", "Zen 5");
        cache.store(KEY, value("42"));
        assertThat(cache.load(Map.of("java", "26", "library", "none"))).isEmpty();
        assertThat(cache.load(Map.of("java", "25.0.3", "library", "none", "providers", "vector"))).isEmpty();
    }

    @Test
    void shouldKeepUnlikeMachinesOfOneHomeApart() {
        MachineCache fast = new MachineCache(folder, "selection", "Zen 5");
        MachineCache slow = new MachineCache(folder, "selection", "Cortex-A72");
        fast.store(KEY, value("fast"));
        slow.store(KEY, value("slow"));
        assertThat(fast.load(KEY).orElseThrow().getProperty("value")).isEqualTo("fast");
    }

    /** By whose words a machine without the optimising compiler is known; whether classes are shared makes no difference. */
    @Test
    void shouldKnowHowTheJavaCompiles() {
        assertThat(MachineCache.key(MachineCache.class).get("java")).contains(System.getProperty("java.vm.version"))
                .endsWith(", mixed mode");
    }

    @Test
    void shouldTreatADamagedFileAsNone() throws IOException {
        MachineCache cache = new MachineCache(folder, "selection", "Zen 5");
        cache.store(KEY, value("42"));
        try (Stream<Path> files = Files.list(folder)) {
            Files.writeString(files.findFirst().orElseThrow(), "value=\\uZZZZ");
        }
        assertThat(cache.load(KEY)).isEmpty();
    }

    @Test
    void shouldDoWithoutAWritableFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        MachineCache cache = new MachineCache(file.resolve("cache"), "selection", "Zen 5");
        cache.store(KEY, value("42"));
        assertThat(cache.load(KEY)).isEmpty();
    }

    @Test
    void shouldWriteAndReadASelection() {
        KernelSelection selection = new KernelSelection(List.of(
                new KernelSelection.Entry("native", "OpenBLAS 0.3.31 = fast", 99.8, Optional.empty()),
                new KernelSelection.Entry("netlib", "netlib-java", 0, Optional.of("not there: add it"))),
                "native", "fastest", Instant.parse("2026-11-20T12:00:00Z"), KernelSelection.Source.MEASURED_NOW, 2);
        assertThat(SelectionRecord.read(SelectionRecord.write(selection))).hasValueSatisfying(read -> {
            assertThat(read.fromCache()).isTrue();
            assertThat(read).usingRecursiveComparison().ignoringFields("source").isEqualTo(selection);
        });
    }

    @Test
    void shouldNotReadHalfASelection() {
        Properties half = new Properties();
        half.setProperty("entries", "2");
        assertThat(SelectionRecord.read(half)).isEmpty();
    }

    @Test
    void shouldNameTheProcessorOfAnyFamily() {
        assertThat(MachineIdentity.processor(List.of("processor : 0", "model name\t: AMD EPYC 9755", "processor : 1",
                "model name\t: AMD EPYC 9755"))).startsWith("AMD EPYC 9755, ").doesNotContain("9755, AMD");
        assertThat(MachineIdentity.processor(List.of("CPU implementer\t: 0x41", "CPU part\t: 0xd0b", "CPU implementer\t: 0x41",
                "CPU part\t: 0xd05"))).startsWith("CPU implementer 0x41, CPU part 0xd0b, CPU part 0xd05, ");
        assertThat(MachineIdentity.processor(List.of())).isEqualTo(System.getProperty("os.arch"));
    }

    private static Properties value(String value) {
        Properties values = new Properties();
        values.setProperty("value", value);
        return values;
    }
}
