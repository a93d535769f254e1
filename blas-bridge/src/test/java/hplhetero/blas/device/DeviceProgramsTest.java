package hplhetero.blas.device;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.ffm.CLibrary;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs for devices: whether the device has them, and what people are told where it has not. */
@Needs(Component.C_COMPILER)
@Slow
class DeviceProgramsTest {
    /** The variable with a line that the emulated hipRTC compiles before each text. */
    private static final String LINE = "GPU_EMULATED_HIPRTC_LINE";

    private static final DeviceOptions HOST_PANELS = new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.empty(),
            DeviceOptions.Panels.HOST);

    @AfterEach
    void clear() {
        CLibrary.unsetenv(LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "rocm"})
    void shouldFactorPanelsOnTheDevice(String provider) {
        assertThat(Devices.kernels(provider).description()).contains("; panels: the device, else ")
                .doesNotContain("one by one");
    }

    @Test
    void shouldTellTheFirstErrorOfATextThatHipRtcRefuses() {
        CLibrary.setenv(LINE, "#error not for this device");
        assertThat(Devices.kernels("rocm").description())
                .contains(", rows copied one by one (hiprtcCompileProgram=6: rows.hip:1:2: error: #error not for this device)")
                .contains("; panels: not the device (hiprtcCompileProgram=6: panel.hip:1:2: error: #error not for this device), but ");
    }

    /**
     * A program that takes the largest element instead of the largest magnitude finds other pivots than the host. One that spoils L1 while
     * it asks the host fails only where it trades pivots.
     */
    @ParameterizedTest
    @ValueSource(strings = {"#define __builtin_fabs(x) (x)", "#undef __threadfence_system\n#define __threadfence_system() (*l1 = 1)"})
    void shouldLetTheHostFactorPanelsWhereTheTrialFails(String line) {
        CLibrary.setenv(LINE, line);
        assertThat(Devices.kernels("rocm").description())
                .contains("; panels: not the device (it factored a small panel wrongly), but ").doesNotContain("one by one");
    }

    @Test
    void shouldSayThatThePersonGaveThePanelsToTheHost() {
        assertThat(Devices.kernels("rocm", HOST_PANELS).description())
                .contains("; panels: not the device (--panels host), but ");
    }
}
