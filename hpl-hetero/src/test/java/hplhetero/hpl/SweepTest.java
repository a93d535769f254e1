package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whole solves through {@link HplSolver}: every variant on every layout, all PASSED. */
@Slow
class SweepTest {
    private static final int RANKS = 6;
    private static final int[] SMALL_ORDERS = {0, 1, 2, 30, 97, 200};
    private static final int[] WIDTHS = {1, 8, 32, 64};
    private static final Factorization[] F = Factorization.values();
    private static final BroadcastAlgorithm[] B = BroadcastAlgorithm.values();
    private static final SwapAlgorithm[] S = SwapAlgorithm.values();
    private static final int LAYOUTS = Solve.layouts(1, 1).size();

    /** One choice of each parameter, by number: N, NB, layout, PFACT, RFACT, BCAST, SWAP, DEPTH, NDIV, NBMIN, PMAP. */
    private static final int[] CHOICES = {SMALL_ORDERS.length, WIDTHS.length, LAYOUTS, 3, 3, B.length, S.length, 3, 2, 3, 2};

    private static HplCase make(int[] v, int n, int nb) {
        return Solve.layouts(n, nb).get(v[2]).panel(new PanelVariant(F[v[4]], 2 + v[8], F[v[3]], 1 << v[9])).broadcast(B[v[5]])
                .swap(S[v[6]], 20).depth(v[7]).mapping(ProcessMapping.values()[v[10]]).equilibrate(v[10] == 0).make();
    }

    /** Random rows, the best of some at a time, until every pair of choices of two parameters occurs. */
    private static List<int[]> pairwise(long seed) {
        Random random = new Random(seed);
        Set<Integer> covered = new HashSet<>();
        List<int[]> rows = new ArrayList<>();
        int all = 0;
        for (int a = 0; a < CHOICES.length; a++) {
            for (int b = a + 1; b < CHOICES.length; b++) {
                all += CHOICES[a] * CHOICES[b];
            }
        }
        while (covered.size() < all) {
            int[] best = null;
            int most = 0;
            for (int t = 0; t < 100; t++) {
                int[] row = new int[CHOICES.length];
                for (int a = 0; a < row.length; a++) {
                    row[a] = random.nextInt(CHOICES[a]);
                }
                Set<Integer> news = pairs(row);
                news.removeAll(covered);
                if (news.size() > most) {
                    most = news.size();
                    best = row;
                }
            }
            if (best != null) {
                covered.addAll(pairs(best));
                rows.add(best);
            }
        }
        return rows;
    }

    private static Set<Integer> pairs(int[] row) {
        Set<Integer> pairs = new HashSet<>();
        for (int a = 0; a < row.length; a++) {
            for (int b = a + 1; b < row.length; b++) {
                pairs.add(((a * 16 + b) * 16 + row[a]) * 16 + row[b]);
            }
        }
        return pairs;
    }

    private static void allPass(List<HplCase> cases, int workers, String provider) {
        List<CaseResult> results = World.solve(RANKS, workers, World.kernels(provider), cases);
        assertThat(results).hasSameSizeAs(cases);
        for (CaseResult result : results) {
            assertThat(result.status()).as("%s", result).isEqualTo(CheckStatus.PASSED);
            assertThat(result.singular()).isFalse();
        }
    }

    @Test
    void shouldPassWithEveryPairOfChoices() {
        long seed = 12;
        List<int[]> rows = pairwise(seed);
        allPass(rows.stream().map(v -> make(v, SMALL_ORDERS[v[0]], WIDTHS[v[1]])).toList(), 1, "vector");
    }

    /** The full product of what concerns messages, a quarter of it each day; the panel's variants take turns. */
    @Test
    void shouldPassWithEveryLayoutBroadcastSwapAndDepth() {
        List<HplCase> cases = new ArrayList<>();
        int turn = 0;
        for (int n : new int[] {1, 2, 30}) {
            for (int layout = 0; layout < LAYOUTS; layout++) {
                for (int depth = 0; depth < 3; depth++) {
                    for (int swap = 0; swap < S.length; swap++) {
                        for (int bcast = 0; bcast < B.length; bcast++, turn++) {
                            cases.add(make(new int[] {0, 0, layout, turn % 3, turn / 3 % 3, bcast, swap, depth, turn % 2, turn % 3,
                                    turn / 2 % 2}, n, n < 3 ? 1 : 4));
                        }
                    }
                }
            }
        }
        allPass(DailySlice.TODAY.of(cases, 4), 1, "vector");
    }

    @Test
    void shouldPassAtAThousandOnEveryLayout() {
        List<HplCase> cases = new ArrayList<>();
        for (int layout = 0; layout < LAYOUTS; layout++) {
            cases.add(make(new int[] {0, 0, layout, layout % 3, layout / 2 % 3, layout % 6, layout % 3, layout % 3, layout % 2, 2, 0},
                    1000, 64 + layout));
        }
        allPass(DailySlice.TODAY.of(cases, 4), 2, "vector");
    }

    @Test
    void shouldPassWithANativeLibrary() {
        List<HplCase> cases = new ArrayList<>();
        for (int layout = 0; layout < LAYOUTS; layout++) {
            for (int n : new int[] {0, 1, 2, 30, 97, 200}) {
                int turn = layout + n;
                cases.add(make(new int[] {0, 0, layout, turn % 3, turn / 2 % 3, turn % 6, turn % 3, turn % 3, turn % 2, 2, 0}, n, 16));
            }
        }
        allPass(cases, 2, "native");
    }
}
