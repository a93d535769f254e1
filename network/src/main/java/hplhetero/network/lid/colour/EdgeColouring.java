package hplhetero.network.lid.colour;

import java.util.Arrays;

/**
 * A colouring of the edges of bipartite multigraphs with a given number of colours. As few edges at a vertex as possible have the same
 * colour: ceil(greatest degree / colours). The colouring never fails.
 *
 * <p>It works by alternating chains (Koenig 1916). With as many colours as the greatest degree, an edge takes a colour that is free at both
 * of its ends. Where there is none, the edge takes a colour a that is free at its left end, and b is a colour that is free at its right
 * end. A chain of edges begins at the right end with a and goes on with b, a, b, ...; this chain exchanges the two colours. The chain
 * cannot come to the left end, which it would have to enter by an edge of colour a. Where the degree is greater than the number of colours,
 * the graph is coloured with the next multiple of this number, and the colours are folded.
 *
 * <p>Mutable, keeps its memory from one graph to the next; for one thread.
 */
final class EdgeColouring {
    private final int vertices;
    private final int[] leftDegree;
    private final int[] rightDegree;

    private int colours;
    private int words;
    /** The edge that has a colour at a left vertex, at vertex x colours + colour; -1 where there is none. */
    private int[] leftAt = {};
    /** The edge that has a colour at a right vertex, at vertex x colours + colour; -1 where there is none. */
    private int[] rightAt = {};
    /** A bit for each colour that no edge has at a left vertex, from index vertex x words on. */
    private long[] leftFree = {};
    /** A bit for each colour that no edge has at a right vertex, from index vertex x words on. */
    private long[] rightFree = {};

    /** Makes a colouring of graphs that have at most {@code vertices} left and as many right vertices. */
    EdgeColouring(int vertices) {
        this.vertices = vertices;
        leftDegree = new int[vertices];
        rightDegree = new int[vertices];
    }

    /**
     * Colours a graph. Takes O(edges x (vertices + degree / 64)), and nearly always O(edges).
     *
     * @param left   left end of each edge
     * @param right  right end of each edge
     * @param prefer colour that each edge takes if it is free at both ends; else the edge takes one of the next colours
     * @param edges  number of edges
     * @param ways   number of colours
     * @param colour out: colour of each edge, from 0
     * @return the most edges that have the same colour at a vertex; 0 without edges
     */
    int colour(int[] left, int[] right, int[] prefer, int edges, int ways, int[] colour) {
        int load = (degree(left, right, edges) + ways - 1) / ways;
        if (ways == 1 || edges == 0) {
            Arrays.fill(colour, 0, edges, 0);
            return load;
        }
        clear(load * ways);
        for (int edge = 0; edge < edges; edge++) {
            int x = left[edge];
            int y = right[edge];
            int both = common(x, y, prefer[edge]);
            if (both >= 0) {
                leftAt[x * colours + both] = edge;
                rightAt[y * colours + both] = edge;
                colour[edge] = both;
                leftFree[x * words + (both >> 6)] &= ~(1L << both);
                rightFree[y * words + (both >> 6)] &= ~(1L << both);
            } else {
                chain(edge, first(leftFree, x), first(rightFree, y), left, right, colour);
            }
        }
        for (int edge = 0; edge < edges; edge++) {
            colour[edge] %= ways;
        }
        return load;
    }

    private int degree(int[] left, int[] right, int edges) {
        Arrays.fill(leftDegree, 0);
        Arrays.fill(rightDegree, 0);
        int most = 0;
        for (int edge = 0; edge < edges; edge++) {
            most = Math.max(most, Math.max(++leftDegree[left[edge]], ++rightDegree[right[edge]]));
        }
        return most;
    }

    private void clear(int colours) {
        this.colours = colours;
        words = (colours + 63) / 64;
        int entries = Math.multiplyExact(vertices, colours);
        if (leftAt.length < entries) {
            leftAt = new int[entries];
            rightAt = new int[entries];
        }
        if (leftFree.length < vertices * words) {
            leftFree = new long[vertices * words];
            rightFree = new long[vertices * words];
        }
        Arrays.fill(leftAt, 0, entries, -1);
        Arrays.fill(rightAt, 0, entries, -1);
        long last = -1L >>> (words * 64 - colours);
        for (int i = 0; i < vertices * words; i++) {
            leftFree[i] = (i + 1) % words == 0 ? last : -1L;
            rightFree[i] = leftFree[i];
        }
    }

    /** Returns a colour that is free at both ends, not far behind the preferred one; -1 where there is none. */
    private int common(int x, int y, int prefer) {
        int word = prefer >> 6;
        for (int i = 0; i < words; i++) {
            long free = leftFree[x * words + word] & rightFree[y * words + word];
            if (free != 0) {
                return word * 64 + (prefer + Long.numberOfTrailingZeros(Long.rotateRight(free, prefer)) & 63);
            }
            word = word + 1 < words ? word + 1 : 0;
        }
        return -1;
    }

    private int first(long[] free, int vertex) {
        int word = 0;
        while (free[vertex * words + word] == 0) {
            word++;
        }
        return word * 64 + Long.numberOfTrailingZeros(free[vertex * words + word]);
    }

    /**
     * Gives an edge the colour a, which is free at its left end, and exchanges a and b along the chain of edges that it displaces at its
     * right end.
     */
    private void chain(int edge, int a, int b, int[] left, int[] right, int[] colour) {
        flip(leftFree, left[edge], a);
        flip(rightFree, right[edge], b);
        int at = edge;
        int now = a;
        boolean displacesRight = true;
        while (true) {
            int there = displacesRight ? right[at] * colours + now : left[at] * colours + now;
            int displaced = displacesRight ? rightAt[there] : leftAt[there];
            colour[at] = now;
            leftAt[left[at] * colours + now] = at;
            rightAt[right[at] * colours + now] = at;
            if (displaced < 0) {
                break;
            }
            at = displaced;
            now = a + b - now;
            displacesRight = !displacesRight;
        }
        // no edge took the colour that the last edge gave up at its far end
        int last = displacesRight ? right[at] : left[at];
        int[] ends = displacesRight ? rightAt : leftAt;
        long[] free = displacesRight ? rightFree : leftFree;
        ends[last * colours + a + b - now] = -1;
        flip(free, last, a);
        flip(free, last, b);
    }

    private void flip(long[] free, int vertex, int colour) {
        free[vertex * words + (colour >> 6)] ^= 1L << colour;
    }
}
