package hplhetero.hpl.trust;

import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The sums of the elements of [A | b] in each row of one local matrix, of which those of finished rows begin at the diagonal. The sums of a
 * row are made by one worker; different workers may work on different rows at once.
 */
final class RowSums {
    private final LocalMatrix a;
    private final Checksums checksums;
    /** Sum, weighted sum and largest magnitude of each row, at index 3 x local row and behind it. */
    private final double[] sums;

    /**
     * Makes room for the sums of a local matrix.
     *
     * @param a local matrix on a map that carries checksums
     */
    RowSums(LocalMatrix a, Checksums checksums) {
        this.a = a;
        this.checksums = checksums;
        sums = new double[3 * a.rows().size()];
    }

    /** Returns the plain sum of a local row, of those that {@link #add} was called for. */
    double plain(int l) {
        return sums[3 * l];
    }

    /** Returns the weighted sum of a local row, of those that {@link #add} was called for. */
    double weighted(int l) {
        return sums[3 * l + 1];
    }

    /** Returns the largest magnitude in a local row, of those that {@link #add} was called for. */
    double largest(int l) {
        return sums[3 * l + 2];
    }

    /**
     * Returns the local column with which the sum of a row begins.
     *
     * @param l    local row
     * @param upTo number of panels that have been applied
     */
    int first(int l, int upTo) {
        BlockList cols = a.cols();
        int i = a.rows().global(l);
        int block = i / checksums.map().nb();
        if (block >= upTo) {
            return cols.start(upTo);
        }
        return cols.owns(block) ? cols.local(i) : cols.start(block);
    }

    /**
     * Adds up a row from a column on. Reads each element once.
     *
     * @param l    local row
     * @param from first local column
     */
    void add(int l, int from) {
        BlockList cols = a.cols();
        MemorySegment memory = a.segment();
        double plain = 0;
        double weighted = 0;
        double largest = 0;
        for (int j = from, end; j < cols.tailStart(); j = end) {
            int block = cols.block(j / checksums.map().nb());
            end = cols.start(block + 1);
            long at = (long) l * a.ld() + j;
            int count = end - j;
            double here0 = 0;
            double here1 = 0;
            double ranked0 = 0;
            double ranked1 = 0;
            double most0 = 0;
            double most1 = 0;
            int c = 0;
            // Two sums of each kind, as one alone would wait for its last addition.
            for (; c + 2 <= count; c += 2) {
                double x = memory.getAtIndex(ValueLayout.JAVA_DOUBLE, at + c);
                double y = memory.getAtIndex(ValueLayout.JAVA_DOUBLE, at + c + 1);
                here0 += x;
                here1 += y;
                ranked0 += c * x;
                ranked1 += (c + 1) * y;
                most0 = Math.max(most0, Math.abs(x));
                most1 = Math.max(most1, Math.abs(y));
            }
            if (c < count) {
                double x = memory.getAtIndex(ValueLayout.JAVA_DOUBLE, at + c);
                here0 += x;
                ranked0 += c * x;
                most0 = Math.max(most0, Math.abs(x));
            }
            double sum = here0 + here1;
            plain += sum;
            weighted += checksums.weight(cols.global(j)) * sum + checksums.step() * (ranked0 + ranked1);
            largest = Math.max(largest, Math.max(most0, most1));
        }
        sums[3 * l] = plain;
        sums[3 * l + 1] = weighted;
        sums[3 * l + 2] = largest;
    }
}
