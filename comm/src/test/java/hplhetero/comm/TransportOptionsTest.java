package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class TransportOptionsTest {
    private static final List<TransportProvider> ALL = ServiceLoader.load(TransportProvider.class).stream()
            .map(ServiceLoader.Provider::get).toList();

    private static TransportOptions options(Map<String, String> settings) {
        return new TransportOptions(Map.of(), settings, LivenessTimeouts.USUAL, failure -> { });
    }

    @Test
    void shouldGiveASettingWhereThereIsOne() {
        TransportOptions options = options(Map.of("mpi.library", "/lib/libmpi.so"));
        assertThat(options.setting("mpi.library")).contains("/lib/libmpi.so");
        assertThat(options.setting("mpj.home")).isEmpty();
    }

    @Test
    void shouldAcceptTheSettingsOfEveryTransport() {
        TransportOptions options = options(Map.of("mpi.library", "libmpi.so", "mpj.home", "/opt/mpj"));
        assertThatCode(() -> options.requireKnown(ALL)).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheSettingsThereAreWhenOneBelongsToNoTransport() {
        assertThatThrownBy(() -> options(Map.of("mpi.libary", "/lib/libmpi.so")).requireKnown(ALL)).isInstanceOf(CommException.class)
                .hasMessage("the setting mpi.libary=/lib/libmpi.so belongs to no transport: choose among mpi.library (the MPI library"
                        + " to load), mpi.tofu (the units of the Tofu system, such as 24wx23x24w), mpi.tofu-view (the number of"
                        + " FJMPI_TOFU_SYS in Fujitsu's mpi-ext.h), mpj.home (the folder of MPJ Express)");
    }
}
