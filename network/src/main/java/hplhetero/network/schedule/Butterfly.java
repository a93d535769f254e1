package hplhetero.network.schedule;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/**
 * A butterfly of a power of two ranks: in each step every rank exchanges data with one partner, so that each rank reaches each other rank
 * on exactly one way. Steps are numbered from 0 in the order of a reduce-scatter, in which each step halves the data that a rank stands
 * for: it keeps its sums of one half, and sends those of the other half to its partner. An allgather takes the steps backwards.
 *
 * <p>Each rank has a <em>position</em>. Ranks that still reach each other after step s have positions whose first s + 1 bits are equal. A
 * rank therefore stands for a contiguous range of positions in each step. Immutable; for any thread.
 */
public final class Butterfly {
    private final int size;
    /** The rank with which each rank exchanges, indexed by step and rank. */
    private final int[][] partner;
    /** The position of each rank, indexed by rank. */
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

    /**
     * Returns the position of each rank, indexed by rank. Among ranks that reach each other after a step, the lowest rank and the ranks it
     * still reaches one step later get the lower positions.
     */
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

    /** Returns the butterfly of {@code size} ranks whose partners halve their distance in each step: the largest message goes farthest. */
    public static Butterfly farFirst(int size) {
        return new Butterfly(size, (step, rank) -> rank ^ size >> step + 1);
    }

    /**
     * Returns the butterfly of {@code size} ranks whose partners double their distance in each step: the largest message goes to a
     * neighbour.
     */
    public static Butterfly nearFirst(int size) {
        return new Butterfly(size, (step, rank) -> rank ^ 1 << step);
    }

    /**
     * Returns the butterfly of Swing (De Sensi, Bonato, Saam, Hoefler, NSDI 2024) on a torus. At step s of a dimension each rank with an
     * even coordinate meets the rank rho(s) after it, and each rank with an odd coordinate the rank rho(s) before it, where rho(s) = 1, -1,
     * 3, -5, 11, ... = (1 - (-2)^(s + 1)) / 3. Distances are therefore two thirds of the distances of {@link #nearFirst}. Dimensions take
     * turns; a dimension whose ranks have all met is left out. A ring of ranks is a torus of one dimension. Taken backwards, the butterfly
     * of a ring is the butterfly of Bine trees (De Sensi and others, SC 2025).
     *
     * @param first   index of the dimension of the first step
     * @param lengths length of each dimension, a power of two each; rank (x, y, z) has the number x + X (y + Y z)
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
     * Returns two butterflies for each dimension of a torus: {@link #swing} beginning with this dimension, and its mirror image. When each
     * butterfly exchanges one part of the data and all run at once, they use all links of a node ("multiport" in the paper on Swing).
     *
     * @param lengths length of each dimension, a power of two each
     * @return the butterfly of dimension d at index 2 d, its mirror image at index 2 d + 1
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

    /** Returns for each rank of a torus the rank at the negated coordinates, indexed by rank. */
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

    /** Returns the signed distance of Swing's step: (1 - (-2)^(step + 1)) / 3. */
    private static int rho(int step) {
        int power = 1 << step + 1;
        return (1 - ((step & 1) == 0 ? -power : power)) / 3;
    }

    /**
     * Returns this butterfly with the ranks renumbered: rank r of the result takes the part that rank {@code seats[r]} has here.
     *
     * @param seats permutation of the rank numbers 0 .. size - 1, indexed by the new rank
     */
    public Butterfly seated(int... seats) {
        int[] ranks = new int[size];
        for (int rank = 0; rank < size; rank++) {
            ranks[seats[rank]] = rank;
        }
        return new Butterfly(size, (step, rank) -> ranks[partner[step][seats[rank]]]);
    }

    /** Returns the number of ranks. */
    public int size() {
        return size;
    }

    /** Returns the number of steps: log2 of the number of ranks. */
    public int steps() {
        return partner.length;
    }

    /** Returns the rank with which {@code rank} exchanges data in {@code step}, 0 .. steps - 1. */
    public int partner(int step, int rank) {
        return partner[step][rank];
    }

    /**
     * Returns the number of the one block of the data that a rank keeps at the end of a reduce-scatter. Blocks are numbered such that those
     * that a rank keeps after any step are consecutive.
     *
     * @param rank number of the rank, 0 .. {@link #size} - 1
     * @return number of the block, 0 .. {@link #size} - 1, different for each rank
     */
    public int position(int rank) {
        return position[rank];
    }

    /**
     * Returns how many blocks of the data a rank keeps after a step of a reduce-scatter: half as many as before the step, because it has
     * sent its sums of the others to its partner. There are as many blocks as ranks.
     *
     * @param step number of the step, 0 .. {@link #steps} - 1
     * @return the number of blocks, from size / 2 after the first step to 1 after the last
     */
    public int span(int step) {
        return size >> step + 1;
    }

    /**
     * Returns the first of the {@link #span} consecutive blocks of the data that a rank keeps after a step of a reduce-scatter. After the
     * last step it is the only one, {@link #position}.
     *
     * @param step number of the step, 0 .. {@link #steps} - 1
     * @param rank number of the rank, 0 .. {@link #size} - 1
     * @return number of the block, 0 .. {@link #size} - 1
     */
    public int first(int step, int rank) {
        return position[rank] & -span(step);
    }
}
