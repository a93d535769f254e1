package hplhetero.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryGuardTest {
    private static final long GIB = 1L << 30;
    private final MemoryGuard guard = of(20 * GIB);

    @Test
    void shouldRefuseAnNThatDoesNotFitAndNameTheLargestThatDoes() {
        assertThatThrownBy(() -> guard.check(List.of(order(1000), order(200_000)))).isInstanceOf(InputException.class)
                .hasMessage("N=200000 needs 298 GiB, 20 GiB available: choose N <= 51000 or add memory");
    }

    @Test
    void shouldAcceptWhatFits() {
        assertThatCode(() -> guard.check(List.of(order(0), order(51_000)))).doesNotThrowAnyException();
    }

    @Test
    void shouldFindTheLargestNExactly() {
        assertThat(of(8L * 100 * 100).largest(order(5), new MemoryUse.Share(1))).isEqualTo(100);
        assertThat(of(8L * 100 * 100 - 1).largest(order(5), new MemoryUse.Share(1))).isEqualTo(99);
        assertThat(of(8L * 100 * 100).largest(order(5), new MemoryUse.Share(0.25))).isEqualTo(50);
        assertThat(guard.largest(order(5), new MemoryUse.Share(0))).isZero();
    }

    @Test
    void shouldAdviseNoNWhereTheBuffersAloneFillTheMemory() {
        MemoryGuard full = new MemoryGuard(List.of(new MemoryGuard.Share("", c -> 8L * c.n() * c.n() + GIB, GIB, Long.MAX_VALUE,
                Long.MAX_VALUE)));
        assertThatThrownBy(() -> full.checkTogether(order(20_000))).isInstanceOf(InputException.class)
                .hasMessage("N=20000 needs 3.0 GiB, 1.0 GiB available: no N fits: add memory");
    }

    @Test
    void shouldNameTheHostThatHasTooLittle() {
        MemoryGuard two = new MemoryGuard(List.of(
                new MemoryGuard.Share("a", c -> 4L * c.n() * c.n(), 20 * GIB, Long.MAX_VALUE, Long.MAX_VALUE),
                new MemoryGuard.Share("b", c -> 4L * c.n() * c.n(), GIB, Long.MAX_VALUE, Long.MAX_VALUE)));
        assertThatThrownBy(() -> two.check(List.of(order(20_000)))).isInstanceOf(InputException.class)
                .hasMessage("N=20000 needs 1.5 GiB on b, 1.0 GiB available: choose N <= 16000 or add memory");
    }

    static MemoryGuard of(long available) {
        return new MemoryGuard(List.of(new MemoryGuard.Share("", c -> 8L * c.n() * c.n(), available, Long.MAX_VALUE, Long.MAX_VALUE)));
    }

    static HplCase order(int n) {
        return new HplCase(n, 64, 1, 1, ProcessMapping.ROW_MAJOR, 1, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4), SwapAlgorithm.MIX, 64, true,
                new MapSpec.Cyclic(), 16.0);
    }
}
