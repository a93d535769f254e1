package hplhetero.network.schedule;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/**
 * Ranks, as many as a power of two, each of which exchanges with one other in each step, so that each reaches each other on one way.
 * The steps stand in the order of a reduce-scatter, where half of what a rank still stands for changes hands; an allgather takes them
 * backwards.
 *
 * <p>Each rank has a <em>position</em>: those of ranks that still reach each other after step s have the first s + 1 of their bits in
 * common. So what a rank stands for is a stretch of positions. Immutable; for any thread.
 */
public final class Butterfly {
    private final int size;
    /** By step and rank. */
    private final int[][] partner;
    private final int[] position;

    private Butterfly(int size, IntBinaryOperator partnerOf) {
        if (Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("size=" + size + " of a butterfly: must be a power of two");
        }
        this.size = size;
        partner = new int[Integer.numberOfTrailingZeros(size)][size];
        for (int step = 0; step < partner.length; step++) {
            int now = step;
            Arrays.setAll(partner[step], rank -> partnerOf.applyAsInt(now, rank));
        }
        position = positions();
    }

    /** Of those that reach each other after a step, the lowest rank and those it still reaches then come first. */
    private int[] positions() {
        int[] bits = new int[size];
        int[] lowest = new int[size];
        Arrays.setAll(lowest, rank -> rank);
        for (int step = partner.length - 1; step >= 0; step--) {
            int[] before = lowest;
            int[] joined = new int[size];
            for (int rank = 0; rank < size; rank++) {
                joined[rank] = Math.min(before[rank], before[partner[step][rank]]);
                bits[rank] |= joined[rank] == before[rank] ? 0 : size >> step + 1;
            }
            lowest = joined;
        }
        return bits;
    }

    /** Partners halve their distance: the largest message goes farthest. */
    public static Butterfly farFirst(int size) {
        return new Butterfly(size, (step, rank) -> rank ^ size >> step + 1);
    }

    /** Partners double their distance: the largest message goes to a neighbour. */
    public static Butterfly nearFirst(int size) {
        return new Butterfly(size, (step, rank) -> rank ^ 1 << step);
    }

    /**
     * Swing (De Sensi, Bonato, Saam, Hoefler, NSDI 2024) on a torus: at step s of a dimension whoever has an even coordinate there meets
     * the one rho(s) after it, rho(s) = 1, -1, 3, -5, 11, ... = (1 - (-2)^(s + 1)) / 3, so that distances are two thirds of those of
     * {@link #nearFirst}. Dimensions take turns; one whose ranks have all met is left out. A ring of ranks is a torus of one dimension;
     * taken backwards, it is the butterfly of Bine trees (De Sensi and others, SC 2025).
     *
     * @param first   the dimension that begins
     * @param lengths of the dimensions, each a power of two; rank (x, y, z) has the number x + X (y + Y z)
     */
    public static Butterfly swing(int first, int... lengths) {
        int size = 1;
        int[] strides = new int[lengths.length];
        for (int d = 0; d < lengths.length; d++) {
            strides[d] = size;
            size *= lengths[d];
        }
        int[] dimension = new int[Integer.numberOfTrailingZeros(size)];
        int[] turn = new int[dimension.length];
        int[] turns = new int[lengths.length];
        for (int step = 0, d = first; step < dimension.length; d = (d + 1) % lengths.length) {
            if (1 << turns[d] < lengths[d]) {
                dimension[step] = d;
                turn[step++] = turns[d]++;
            }
        }
        return new Butterfly(size, (step, rank) -> {
            int d = dimension[step];
            int coordinate = rank / strides[d] % lengths[d];
            int by = (coordinate & 1) == 0 ? rho(turn[step]) : -rho(turn[step]);
            return rank + (Math.floorMod(coordinate + by, lengths[d]) - coordinate) * strides[d];
        });
    }

    /**
     * {@link #swing} from each dimension on and, for each, its mirror image: so many exchanges at once, each of a part of the data, use all
     * links of a node (multiport, as the paper has it).
     */
    public static Butterfly[] multiportSwing(int... lengths) {
        Butterfly[] ports = new Butterfly[2 * lengths.length];
        int[] mirrored = mirrored(lengths);
        for (int d = 0; d < lengths.length; d++) {
            ports[2 * d] = swing(d, lengths);
            ports[2 * d + 1] = ports[2 * d].seated(mirrored);
        }
        return ports;
    }

    /** Of each rank of a torus the one at the negative of its coordinates. */
    private static int[] mirrored(int... lengths) {
        int[] images = new int[Arrays.stream(lengths).reduce(1, (a, b) -> a * b)];
        for (int rank = 0; rank < images.length; rank++) {
            int stride = 1;
            for (int length : lengths) {
                images[rank] += Math.floorMod(-(rank / stride), length) * stride;
                stride *= length;
            }
        }
        return images;
    }

    private static int rho(int step) {
        int power = 1 << step + 1;
        return (1 - ((step & 1) == 0 ? -power : power)) / 3;
    }

    /** The same among ranks of which rank r takes the part that rank {@code seats[r]} has here; each part once. */
    public Butterfly seated(int... seats) {
        int[] ranks = new int[size];
        for (int rank = 0; rank < size; rank++) {
            ranks[seats[rank]] = rank;
        }
        return new Butterfly(size, (step, rank) -> ranks[partner[step][seats[rank]]]);
    }

    /** How many ranks. */
    public int size() {
        return size;
    }

    public int steps() {
        return partner.length;
    }

    /** With whom {@code rank} exchanges. */
    public int partner(int step, int rank) {
        return partner[step][rank];
    }

    public int position(int rank) {
        return position[rank];
    }

    /** How many positions a rank stands for after {@code step}. */
    public int span(int step) {
        return size >> step + 1;
    }

    /** The first of the {@link #span} positions that {@code rank} stands for after {@code step}. */
    public int first(int step, int rank) {
        return position[rank] & -span(step);
    }
}
