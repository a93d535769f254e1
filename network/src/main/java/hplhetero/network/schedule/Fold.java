package hplhetero.network.schedule;

/**
 * Recursive doubling for any number of ranks. Among the first {@code 2 * excess} ranks each odd rank hands its data to the even rank before
 * it and is handed the result at the end. The ranks that remain are a power of two. They are <em>numbered</em> in rank order, so a block of
 * numbers is a block of neighbouring ranks.
 *
 * <p>Rounds: one to fold in (if there is an excess), log2 to double, one to fold out (if there is an excess).
 *
 * @param size number of ranks
 * @param left number of ranks that do the doubling: the largest power of two not above size
 */
public record Fold(int size, int left) {

    /**
     * Returns the recursive doubling of {@code size} ranks, in which those beyond the largest power of two hand their data to a neighbour.
     */
    public static Fold of(int size) {
        return new Fold(size, Integer.highestOneBit(size));
    }

    /**
     * Returns by how many the number of ranks exceeds the largest power of two that is not above it. That many ranks hand their data to a
     * neighbour first and take no part in the recursive doubling.
     */
    public int excess() {
        return size - left;
    }

    /**
     * Returns the number of rounds in which ranks exchange all they have with a partner: log2 of {@link #left}, the number of ranks that do
     * so.
     */
    public int doublings() {
        return Integer.numberOfTrailingZeros(left);
    }

    /**
     * Returns the number of rounds before the doubling, in which excess ranks hand their data to neighbours: 1 if there are such ranks,
     * else 0. As many rounds after the doubling hand the result back to them.
     */
    public int foldRounds() {
        return excess() > 0 ? 1 : 0;
    }

    /** Returns the number of all rounds: handing excess data over, doubling, and handing the result back. */
    public int rounds() {
        return doublings() + 2 * foldRounds();
    }

    /** Returns whether {@code rank} is one of two neighbours of which the second hands its data to the first before the doubling. */
    public boolean paired(int rank) {
        return rank < 2 * excess();
    }

    /** Returns whether {@code rank} hands its data to the rank before it and takes no part in the doubling. */
    public boolean foldedAway(int rank) {
        return paired(rank) && (rank & 1) == 1;
    }

    /**
     * Returns the number that {@code rank} has among the ranks of the doubling, 0 .. left - 1. A rank that hands its data over has the same
     * number as the rank that takes the data.
     */
    public int number(int rank) {
        return paired(rank) ? rank / 2 : rank - excess();
    }

    /**
     * Returns the lowest of the ranks with a given number in the recursive doubling: one rank, or two where a rank's data are handed to its
     * neighbour. The ranks of the numbers from a to b - 1 are {@code firstRank(a)} to {@code firstRank(b) - 1}.
     *
     * @param number number in the doubling, 0 .. {@link #left} - 1; {@link #left} is taken too, as an end, and gives the number of all
     *               ranks
     */
    public int firstRank(int number) {
        return number < excess() ? 2 * number : number + excess();
    }

    /**
     * Returns the step of the doubling that takes place in a round, from 0; -1 for the round in which data are handed over before,
     * {@link #doublings} for the round in which the result is handed back.
     *
     * @param round round, 0 .. {@link #rounds} - 1
     */
    public int step(int round) {
        return round - foldRounds();
    }
}
