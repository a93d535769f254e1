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
     * Returns the number of rounds before the recursive doubling in which ranks beyond the largest power of two hand their data to a
     * neighbour: 1 if there are such ranks, else 0. As many rounds after the doubling hand the result back to them.
     */
    public int foldRounds() {
        return excess() > 0 ? 1 : 0;
    }

    /** Returns the number of all rounds: handing excess data over, doubling, and handing the result back. */
    public int rounds() {
        return doublings() + 2 * foldRounds();
    }

    /**
     * Returns whether a rank is one of two neighbours, an even rank and the odd rank after it, of which the odd one hands its data to the
     * even one before the recursive doubling.
     *
     * @param rank rank, 0 .. {@link #size} - 1
     */
    public boolean paired(int rank) {
        return rank < 2 * excess();
    }

    /**
     * Returns whether a rank hands its data to the rank before it and takes no part in the recursive doubling; it gets the result at the
     * end.
     *
     * @param rank rank, 0 .. {@link #size} - 1
     */
    public boolean foldedAway(int rank) {
        return paired(rank) && (rank & 1) == 1;
    }

    /**
     * Returns the number of a rank in the recursive doubling, 0 .. {@link #left} - 1. A rank that hands its data to a neighbour and takes
     * no part has the neighbour's number.
     *
     * @param rank rank, 0 .. {@link #size} - 1
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
     * Returns which step of the recursive doubling takes place in a round: 0 .. {@link #doublings} - 1. Where some ranks hand their data to
     * a neighbour, returns -1 for the round before the doubling in which they do so, and {@link #doublings} for the round after it in which
     * they get the result.
     *
     * @param round round, 0 .. {@link #rounds} - 1
     */
    public int step(int round) {
        return round - foldRounds();
    }
}
