package hplhetero.run.cases;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.HplDatOverrides;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeviceUseTest {
    @TempDir
    private Path folder;

    @Test
    void shouldKeepSmallRunsOnTheHostsCores() {
        assertThat(DeviceUse.of(3999, 256)).isEqualTo(DeviceUse.NEVER);
        assertThat(DeviceUse.of(4000, 63)).isEqualTo(DeviceUse.NEVER);
        assertThat(DeviceUse.of(4000, 64)).isEqualTo(DeviceUse.WHERE_FASTER);
    }

    @Test
    void shouldGoByTheLargestTestOfARun() {
        assertThat(of(HplDatOverrides.of("-N", "29,30,34,35", "--nb", "1,2,3,4"))).isEqualTo(DeviceUse.NEVER);
        assertThat(of(HplDatOverrides.of("-N", "100,8000", "--nb", "4"))).isEqualTo(DeviceUse.NEVER);
        assertThat(of(HplDatOverrides.of("-N", "100,8000", "--nb", "4,128"))).isEqualTo(DeviceUse.WHERE_FASTER);
    }

    @Test
    void shouldTakeAnOrderThatIsStillToBeFoundForALargeOne() {
        assertThat(of(HplDatOverrides.of())).isEqualTo(DeviceUse.WHERE_FASTER);
        assertThat(of(HplDatOverrides.of("--nb", "32"))).isEqualTo(DeviceUse.NEVER);
    }

    private DeviceUse of(HplDatOverrides options) {
        return DeviceUse.of(CaseChoice.of(InputFile.find(Optional.empty(), folder), options, new MapSpec.Cyclic()));
    }
}
