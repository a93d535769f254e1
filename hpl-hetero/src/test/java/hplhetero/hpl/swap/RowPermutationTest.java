package hplhetero.hpl.swap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowPermutationTest {

    /** Which row stands where after the swaps, done one by one. */
    private static int[] swapped(int rows, int top, int[] ipiv, int jb) {
        int[] content = IntStream.range(0, rows).toArray();
        for (int i = 0; i < jb; i++) {
            int row = content[top + i];
            content[top + i] = content[ipiv[i]];
            content[ipiv[i]] = row;
        }
        return content;
    }

    private static void check(int rows, int top, int[] ipiv, int jb, String what) {
        RowPermutation p = new RowPermutation(ipiv.length);
        p.set(top, ipiv, jb);
        int[] expected = swapped(rows, top, ipiv, jb);
        int[] actual = IntStream.range(0, rows).toArray();
        assertThat(p.width()).isEqualTo(jb);
        for (int i = 0; i < jb; i++) {
            actual[top + i] = p.uSource(i);
        }
        for (int m = 0; m < p.moves(); m++) {
            assertThat(p.moveFrom(m)).as("%s: leaves the block row", what).isBetween(top, top + jb - 1);
            assertThat(p.moveTo(m)).as("%s: goes below it", what).isGreaterThanOrEqualTo(top + jb);
            actual[p.moveTo(m)] = p.moveFrom(m);
        }
        assertThat(actual).as(what).containsExactly(expected);
    }

    @Test
    void shouldEqualTheSwapsOneByOne() {
        long seed = 17;
        Random random = new Random(seed);
        for (int t = 0; t < 5000; t++) {
            int jb = 1 + random.nextInt(12);
            int top = random.nextInt(20);
            int rows = top + jb + random.nextInt(t % 3 == 0 ? 3 : 40);
            int[] ipiv = new int[jb + random.nextInt(3)];
            for (int i = 0; i < jb; i++) {
                ipiv[i] = top + i + random.nextInt(rows - top - i);
            }
            check(rows, top, ipiv, jb, "seed " + seed + " round " + t);
        }
    }

    @Test
    void shouldMoveNothingWithoutSwaps() {
        RowPermutation p = new RowPermutation(4);
        p.set(8, new int[] {8, 9, 10, 11}, 4);
        assertThat(IntStream.range(0, 4).map(p::uSource)).containsExactly(8, 9, 10, 11);
        assertThat(p.moves()).isZero();
    }

    @Test
    void shouldFollowARowThatIsSwappedAgainAndAgain() {
        check(20, 4, new int[] {15, 15, 15, 15}, 4, "one row below");
        check(20, 4, new int[] {7, 7, 7, 7}, 4, "the last row of the block");
        check(20, 4, new int[] {5, 15, 7, 15}, 4, "inside and below");
    }

    @Test
    void shouldForgetTheLastPanel() {
        RowPermutation p = new RowPermutation(3);
        p.set(0, new int[] {5, 6, 7}, 3);
        p.set(3, new int[] {4, 4}, 2);
        assertThat(p.width()).isEqualTo(2);
        assertThat(p.moves()).isZero();
        assertThat(p.uSource(0)).isEqualTo(4);
        assertThat(p.uSource(1)).isEqualTo(3);
    }
}
