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

    /** Returns the fold of {@code size} ranks. */
    public static Fold of(int size) {
        return new Fold(size, Integer.highestOneBit(size));
    }

    /** Returns the number of ranks above the power of two: as many ranks hand their data over and take no part in the doubling. */
    public int excess() {
        return size - left;
    }

    /** Returns the number of rounds of doubling: log2 of {@link #left}. */
    public int doublings() {
        return Integer.numberOfTrailingZeros(left);
    }

    /** Returns the number of rounds that fold in: 1 if there is an excess, else 0. As many rounds fold out. */
    public int foldRounds() {
        return excess() > 0 ? 1 : 0;
    }

    /** Returns the number of all rounds: folding in, doubling and folding out. */
    public int rounds() {
        return doublings() + 2 * foldRounds();
    }

    /** Returns whether {@code rank} belongs to a pair of ranks that folds. */
    public boolean paired(int rank) {
        return rank < 2 * excess();
    }

    /** Returns whether {@code rank} hands its data to the rank before it and takes no part in the doubling. */
    public boolean foldedAway(int rank) {
        return paired(rank) && (rank & 1) == 1;
    }

    /** Returns the number of {@code rank} in the doubling. Both ranks of a pair that folds have the same number. */
    public int number(int rank) {
        return paired(rank) ? rank / 2 : rank - excess();
    }

    /** Returns the first of the ranks that the bearer of {@code number} stands for. For the number {@code left} returns size. */
    public int firstRank(int number) {
        return number < excess() ? 2 * number : number + excess();
    }

    /** Returns the doubling step of a round: -1 for the round that folds in, {@link #doublings} for the round that folds out. */
    public int step(int round) {
        return round - foldRounds();
    }
}
