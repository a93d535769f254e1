package hplhetero.hpl.adapt;

import hplhetero.hpl.grid.BlockMap;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What goes from rank to rank when block columns move. A block column moves as a whole, with its rows of U. */
final class Transfer {
    private final long[] sent;
    private final long[] received;
    /** Bytes of each rank's part of the matrix from the first column on that may move, before the move. */
    private final long[] behind;
    private int columns;

    /**
     * Adds up a move.
     *
     * @param map   which rank owns which block before
     * @param kappa virtual column of each block column afterwards
     * @param first first block column that may move
     * @param ranks number of ranks
     */
    Transfer(BlockMap map, int[] kappa, int first, int ranks) {
        sent = new long[ranks];
        received = new long[ranks];
        behind = new long[ranks];
        long[] rows = new long[map.grid().rows()];
        for (int i = 0; i < map.panels(); i++) {
            rows[map.rho()[i]] += map.width(i);
        }
        for (int j = first; j < kappa.length; j++) {
            int before = map.kappa()[j];
            columns += kappa[j] == before ? 0 : 1;
            for (int r = 0; r < rows.length; r++) {
                long bytes = 8 * rows[r] * Math.min(map.nb(), map.n() + 1 - j * map.nb());
                int from = map.grid().owner(r, before);
                int to = map.grid().owner(r, kappa[j]);
                behind[from] += bytes;
                if (from != to) {
                    sent[from] += bytes;
                    received[to] += bytes;
                }
            }
        }
    }

    /** Returns the number of block columns that change virtual columns. */
    int columns() {
        return columns;
    }

    /** Returns the bytes that go from rank to rank. */
    long bytes() {
        return Arrays.stream(sent).sum();
    }

    /** Returns the most bytes that a rank sends or receives. */
    long most() {
        return Math.max(Arrays.stream(sent).max().orElse(0), Arrays.stream(received).max().orElse(0));
    }

    /** Returns the most bytes of the part of the matrix of a rank whose columns change, from the first column on that may move. */
    long local() {
        return IntStream.range(0, behind.length).filter(rank -> sent[rank] + received[rank] > 0).mapToLong(rank -> behind[rank]).max()
                .orElse(0);
    }
}
