package hplhetero.network.lid.colour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EdgeColouringTest {

    /** Of each left or right vertex and colour, how many edges; the most. */
    private static int most(int[] ends, int[] colour, int edges, int vertices, int ways) {
        int[] count = new int[vertices * ways];
        int most = 0;
        for (int edge = 0; edge < edges; edge++) {
            assertThat(colour[edge]).isBetween(0, ways - 1);
            most = Math.max(most, ++count[ends[edge] * ways + colour[edge]]);
        }
        return most;
    }

    private static int degree(int[] ends, int edges, int vertices) {
        return most(ends, new int[edges], edges, vertices, 1);
    }

    @Test
    void shouldReachTheBoundOfTheDegreeOnRandomMultigraphs() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            int vertices = 1 + random.nextInt(12);
            int ways = 1 + random.nextInt(seed % 10 == 0 ? 200 : 9);
            int edges = random.nextInt(150);
            int[] left = random.ints(edges, 0, vertices).toArray();
            int[] right = random.ints(edges, 0, vertices).toArray();
            int[] colour = new int[edges];
            int load = new EdgeColouring(vertices).colour(left, right, random.ints(edges, 0, ways).toArray(), edges, ways, colour);
            int bound = (Math.max(degree(left, edges, vertices), degree(right, edges, vertices)) + ways - 1) / ways;
            assertThat(load).as("seed=" + seed).isEqualTo(bound);
            assertThat(most(left, colour, edges, vertices, ways)).as("seed=" + seed).isLessThanOrEqualTo(bound);
            assertThat(most(right, colour, edges, vertices, ways)).as("seed=" + seed).isLessThanOrEqualTo(bound);
        }
    }

    /** As many edges at each vertex as colours: each colour is a permutation, and all chains are needed. */
    @Test
    void shouldColourRegularGraphsAndKeepItsMemoryForTheNext() {
        EdgeColouring colouring = new EdgeColouring(36);
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int degree = 1 + random.nextInt(70);
            int[] left = new int[36 * degree];
            int[] right = new int[left.length];
            for (int i = 0; i < left.length; i++) {
                left[i] = i % 36;
                right[i] = i / degree;
            }
            for (int i = left.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = right[i];
                right[i] = right[j];
                right[j] = swapped;
            }
            int[] colour = new int[left.length];
            assertThat(colouring.colour(left, right, new int[left.length], left.length, degree, colour)).as("seed=" + seed).isEqualTo(1);
            assertThat(most(left, colour, left.length, 36, degree)).as("seed=" + seed).isEqualTo(1);
            assertThat(most(right, colour, left.length, 36, degree)).as("seed=" + seed).isEqualTo(1);
        }
    }
}
