package hplhetero.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HardwareTest {
    @TempDir
    private Path folder;

    private final Machine machine = new Machine("h", "Some CPU", 2, List.of(3.0, 3.0), OptionalLong.empty(),
            OptionalLong.empty());

    @Test
    void shouldKeepTheAnswerAndTakeItTheNextTime() throws IOException {
        Hardware detected = Hardware.of(machine, folder);
        assertThat(detected.physicalCores()).isPositive();
        Path kept = folder.resolve("hardware-h.properties");
        Files.writeString(kept, "processor=Some CPU\nmicroArchitecture=Zen 3\nphysicalCores=77\n");
        assertThat(Hardware.of(machine, folder)).isEqualTo(new Hardware("Zen 3", 77));
    }

    @Test
    void shouldAskAgainWhenTheProcessorIsAnother() throws IOException {
        Files.writeString(folder.resolve("hardware-h.properties"), "processor=Other\nphysicalCores=77\n");
        assertThat(Hardware.of(machine, folder).physicalCores()).isNotEqualTo(77);
    }

    @Test
    void shouldLiveWithoutACacheFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("a-file"));
        assertThat(Hardware.of(machine, file).physicalCores()).isPositive();
    }

    @Test
    void shouldMultiplyClockAndOperationsACycleWhereBothAreKnown() {
        assertThat(TheoreticalPeak.of(machine, new Hardware("Zen 3", 2)))
                .hasValue(new TheoreticalPeak(48.0, "highest clock 3.00 GHz x 16 flop/cycle of Zen 3"));
        assertThat(TheoreticalPeak.of(machine, new Hardware("Nobody's", 2))).isEmpty();
    }

    @Test
    void shouldCountEachKindOfCoreByItsOwnClock() {
        Machine board = new Machine("h", "Some CPU", 4, List.of(2.0, 1.0, 1.0, 1.0), OptionalLong.empty(), OptionalLong.empty());
        assertThat(TheoreticalPeak.of(board, new Hardware("Zen 3", 4))).hasValue(new TheoreticalPeak(20.0,
                "highest clocks 1.00 to 2.00 GHz, 1.25 GHz on average x 16 flop/cycle of Zen 3"));
    }

    @Test
    void shouldNotGuessWhereOneNameStandsForUnlikeUnits() {
        assertThat(TheoreticalPeak.of(machine, new Hardware("Zen 5", 2))).isEmpty();
        Machine server = new Machine("h", "AMD EPYC 9755", 2, List.of(4.0, 4.0), OptionalLong.empty(), OptionalLong.empty());
        assertThat(TheoreticalPeak.of(server, new Hardware("Zen 5", 2)).orElseThrow().gflopsPerCore()).isEqualTo(128.0);
        assertThat(TheoreticalPeak.of(machine, new Hardware("Skylake (Server)", 2))).isEmpty();
    }
}
