package hplhetero.hpl.pfact;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.World;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.PanelVariant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One panel, shared by the ranks of a process column, against a textbook LU. */
class PanelFactorizationTest {
    private static List<PanelVariant> variants() {
        List<PanelVariant> variants = new ArrayList<>();
        for (Factorization rfact : Factorization.values()) {
            for (Factorization pfact : Factorization.values()) {
                for (int ndiv = 2; ndiv <= 3; ndiv++) {
                    for (int nbmin = 1; nbmin <= 8; nbmin *= 2) {
                        variants.add(new PanelVariant(rfact, ndiv, pfact, nbmin));
                    }
                }
            }
        }
        return variants;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldFactorAsATextbookDoesWithEveryVariant(int ranks) {
        List<SamplePanel> tasks = SamplePanel.several();
        List<PanelVariant> variants = variants();
        assertThat(variants).hasSize(72);
        World.run(ranks, column -> tasks.forEach(task -> variants.forEach(variant -> new PanelRank(column, task, variant).check())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldNameTheFirstColumnWithoutAPivotAndGoOn(int ranks) {
        SamplePanel task = SamplePanel.withoutSecondPivot(9);
        World.run(ranks, column -> variants().forEach(variant -> assertThat(new PanelRank(column, task, variant).factor())
                .as("%s", variant).isEqualTo(1 + 3 * 4 + 1)));
    }
}
