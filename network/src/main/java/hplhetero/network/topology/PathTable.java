package hplhetero.network.topology;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;

/**
 * A table that says by which of a fabric's paths ({@link Fabric#paths()}) each rank sends to each other rank. With InfiniBand a path is the
 * number that the sender adds to the first LID of the receiver. Immutable; for any thread.
 */
public final class PathTable {
    private final int ranks;
    /** The path of each pair of ranks, at sender x ranks + receiver. */
    private final char[] paths;
    private final int most;

    private PathTable(int ranks, char[] paths) {
        this.ranks = ranks;
        this.paths = paths;
        int greatest = 0;
        for (char path : paths) {
            greatest = Math.max(greatest, path);
        }
        most = greatest;
    }

    /**
     * Returns a table of the paths by which {@code ranks} ranks send to each other. A path is the number, from 0, of one of the routes that
     * a fabric has to each node; with InfiniBand, what is added to the receiver's first LID. The table takes 2 bytes for each pair of
     * ranks.
     *
     * @param ranks number of ranks, &gt;= 1
     * @param path  gives the path of a sender and a receiver, both ranks from 0; not asked for a rank and itself
     * @throws IllegalArgumentException when a path is negative or above 65535
     */
    public static PathTable of(int ranks, IntBinaryOperator path) {
        Sizes.positive("ranks", ranks);
        char[] paths = new char[Math.multiplyExact(ranks, ranks)];
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                paths[from * ranks + to] = from == to ? 0 : checked(from, to, path.applyAsInt(from, to));
            }
        }
        return new PathTable(ranks, paths);
    }

    private static char checked(int from, int to, int path) {
        if (path < 0 || path > Character.MAX_VALUE) {
            throw new IllegalArgumentException("from=" + from + " to=" + to + " path=" + path + ": must be 0.."
                    + (int) Character.MAX_VALUE);
        }
        return (char) path;
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return ranks;
    }

    /**
     * Returns the number of the route by which messages go from one rank to another, from 0; 0 from a rank to itself.
     *
     * @param from the rank that sends, 0 .. {@link #ranks} - 1
     * @param to   the rank that receives, 0 .. {@link #ranks} - 1
     */
    public int path(int from, int to) {
        return paths[Objects.checkIndex(from, ranks) * ranks + Objects.checkIndex(to, ranks)];
    }

    /**
     * Returns the number, from 0, of the route by which a rank sends to all others; empty where it uses different numbers for different
     * receivers. Returns 0 where there is no other rank.
     *
     * @param sender the rank that sends, 0 .. {@link #ranks} - 1
     */
    public OptionalInt pathFrom(int sender) {
        int first = ranks == 1 ? 0 : path(sender, sender == 0 ? 1 : 0);
        for (int to = 0; to < ranks; to++) {
            if (to != sender && path(sender, to) != first) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.of(first);
    }

    /** Returns the greatest number of a route, from 0, by which any rank of this table sends. */
    public int most() {
        return most;
    }

    /** Returns a table with ranks renumbered: its rank i is rank {@code order[i]} of this table. */
    PathTable permuted(int... order) {
        return of(order.length, (from, to) -> path(order[from], order[to]));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathTable that && Arrays.equals(paths, that.paths);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(paths);
    }

    @Override
    public String toString() {
        return "paths 0.." + most + " among " + ranks + " ranks";
    }
}
