package hplhetero.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class HplOutputTest {
    private static final String NETLIB = """
            T/V                N    NB     P     Q               Time                 Gflops
            --------------------------------------------------------------------------------
            WR11C2R4        2000   128     1     4               0.33             1.5950e+01
            HPL_pdgesv() start time Fri Nov 20 15:46:07 2026
            WR11C2R4        2000   192     1     4               0.32              1.695e+01
            WARNING -- The above is only a rough guideline.
            ||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   9.24377531e-04 ...... PASSED
            """;
    private static final String OURS = """
            WR11R2R4       12800   256     2     2              17.71             7.8972e+01
            # before:  ranks and links measured for 1.90 s, warm-up 12.0 s
            # WR11R2R4 N=12800 NB=256 P=2 Q=2: Rmax 78.97 GFLOPS, 53.6 % of Rpeak, 2.601 s
            #   dgemm              1.94     2.14     2.28   82.4 %
            """;

    @Test
    void shouldReadNetlibsRowsAndTakeTheFastest() throws IOException {
        assertThat(HplOutput.rows(NETLIB)).hasSize(2);
        assertThat(HplOutput.best(NETLIB)).isEqualTo(new HplOutput.Row(2000, 192, 1, 4, 16.95));
    }

    @Test
    void shouldReadOursWithoutItsRemarks() {
        assertThat(HplOutput.rows(OURS)).containsExactly(new HplOutput.Row(12800, 256, 2, 2, 78.972, 13.9));
        assertThat(HplOutput.rows(OURS.replace("ranks and links measured for 1.90 s, ", "")).getFirst().before()).isEqualTo(12.0);
    }

    @Test
    void shouldRefuseOutputWithoutAPassedResult() {
        assertThatThrownBy(() -> HplOutput.best("nothing")).isInstanceOf(IOException.class).hasMessageContaining("nothing");
        assertThatThrownBy(() -> HplOutput.best(NETLIB.replace("PASSED", "FAILED"))).hasMessageContaining("failed");
    }
}
