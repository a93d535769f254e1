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
        assertThat(of(HplDatOverrides.builder().n("29,30,34,35").nb("1,2,3,4"))).isEqualTo(DeviceUse.NEVER);
        assertThat(of(HplDatOverrides.builder().n("100,8000").nb("4"))).isEqualTo(DeviceUse.NEVER);
        assertThat(of(HplDatOverrides.builder().n("100,8000").nb("4,128"))).isEqualTo(DeviceUse.WHERE_FASTER);
    }

    @Test
    void shouldTakeAnOrderThatIsStillToBeFoundForALargeOne() {
        assertThat(of(HplDatOverrides.builder())).isEqualTo(DeviceUse.WHERE_FASTER);
        assertThat(of(HplDatOverrides.builder().nb("32"))).isEqualTo(DeviceUse.NEVER);
    }

    private DeviceUse of(HplDatOverrides.Builder options) {
        return DeviceUse.of(CaseChoice.of(Optional.empty(), folder, options.build(), new MapSpec.Cyclic()));
    }
}
