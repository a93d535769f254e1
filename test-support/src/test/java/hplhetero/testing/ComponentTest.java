package hplhetero.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ComponentTest {
    @ParameterizedTest
    @EnumSource
    void shouldBeLookedForOnAnyMachineAndSayHowToGetIt(Component component) {
        assertThat(component.isThere()).isEqualTo(component.isThere());
        assertThat(component.remedy()).isNotBlank();
    }

    @Needs(Component.OPEN_MPI)
    @Test
    void shouldHaveFoundWhatATestNeedsThatRuns() {
        assertThat(Component.OPEN_MPI.isThere()).isTrue();
    }
}
