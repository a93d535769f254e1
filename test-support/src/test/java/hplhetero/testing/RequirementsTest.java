package hplhetero.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

final class RequirementsTest {
    private static final Map<String, String> AT_HOME = Map.of();
    private static final Map<String, String> IN_CI = Map.of("CI", "true");

    @Test
    void shouldLetATestRunThatHasWhatItNeeds() {
        assertThatCode(() -> Requirements.require(c -> true, IN_CI, Component.MPICH, Component.NETLIB_HPL)).doesNotThrowAnyException();
        assertThatCode(() -> Requirements.require(c -> false, IN_CI)).doesNotThrowAnyException();
    }

    @Test
    void shouldLeaveATestOutAndSayHowToGetAllThatIsMissing() {
        assertThatThrownBy(() -> Requirements.require(c -> c == Component.ROOT, AT_HOME, Component.OPEN_MPI, Component.ROOT,
                Component.MPICH))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("missing here: Open MPI (apt-get install openmpi-bin), MPICH (apt-get install mpich)")
                .satisfies(e -> assertThat(Requirements.namedIn(e.getMessage()))
                        .isEqualTo(List.of(Component.OPEN_MPI, Component.MPICH)));
    }

    @Test
    void shouldFailATestWhereNothingMayBeMissing() {
        assertThatThrownBy(() -> Requirements.require(c -> false, IN_CI, Component.OPEN_MPI)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("CI=true").hasMessageContaining("Open MPI (apt-get install openmpi-bin)");
    }
}
