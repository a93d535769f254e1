package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that are emulated on some hosts. */
final class EmulationTest {
    private static final List<String> HOSTS = List.of("a", "b", "::1");

    @Test
    void shouldGiveEachHostTheOptionsOfItsFaults() {
        assertThat(Emulation.options(List.of("a:slowdown=1.25", "b:bitflip=0:3:update:54", "a:bitflip=0:1:u", "::1:slowdown=2@10s:4"),
                HOSTS)).isEqualTo(Map.of("a", List.of("--emulate-slowdown", "1.25", "--emulate-bitflip", "0:1:u"),
                        "b", List.of("--emulate-bitflip", "0:3:update:54"), "::1", List.of("--emulate-slowdown", "2@10s:4")));
    }

    @Test
    void shouldSlowDownTheRanksOfAGroup() {
        Map<String, List<String>> emulated = Emulation.options(List.of("a:slowdown=1.25", "b:bitflip=0:3:update"), HOSTS);
        assertThat(Emulation.ofGroup(emulated, List.of("::1", "a"))).containsExactly("--emulate-slowdown", "1,1.25");
        assertThat(Emulation.ofGroup(emulated, List.of("b", "::1"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:slowdown", "a=slowdown", "a:silence=3", "slowdown=2", "a:=", ""})
    void shouldRefuseWhatIsNoFault(String fault) {
        assertThatThrownBy(() -> Emulation.options(List.of(fault), HOSTS)).isInstanceOf(InputException.class)
                .hasMessageContaining("--emulate " + fault + ": expected HOST:slowdown=FACTOR");
    }

    @Test
    void shouldRefuseAHostThatTakesNoPart() {
        assertThatThrownBy(() -> Emulation.options(List.of("c:slowdown=2"), HOSTS)).isInstanceOf(InputException.class)
                .hasMessageContaining("c takes no part: name one of a, b, ::1");
    }
}
