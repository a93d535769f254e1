package hplhetero.network.schedule;

/**
 * Recursive doubling for any number of ranks: of the first {@code 2 * excess} ranks each odd one hands over
 * to the even one before it and is handed the result at the end, which leaves a power of two. Those left are
 * <em>numbered</em> in rank order, so a block of numbers is a block of neighbouring ranks.
 *
 * <p>Rounds: one to fold in (if there is an excess), log2 to double, one to fold out (if there is an excess).
 *
 * @param size the number of ranks
 * @param left the largest power of two not above size
 */
public record Fold(int size, int left) {

    /** Of so many ranks. */
    public static Fold of(int size) {
        return new Fold(size, Integer.highestOneBit(size));
    }

    public int excess() {
        return size - left;
    }

    public int doublings() {
        return Integer.numberOfTrailingZeros(left);
    }

    public int foldRounds() {
        return excess() > 0 ? 1 : 0;
    }

    public int rounds() {
        return doublings() + 2 * foldRounds();
    }

    /** Whether {@code rank} is one of a pair that folds. */
    public boolean paired(int rank) {
        return rank < 2 * excess();
    }

    /** Whether {@code rank} hands over to the one before it and sits the doubling out. */
    public boolean foldedAway(int rank) {
        return paired(rank) && (rank & 1) == 1;
    }

    public int number(int rank) {
        return paired(rank) ? rank / 2 : rank - excess();
    }

    /** The first rank of those that the bearer of {@code number} stands for; number {@code left} gives size. */
    public int firstRank(int number) {
        return number < excess() ? 2 * number : number + excess();
    }

    /** The doubling step that a round is, or -1 when it folds in, {@link #doublings} when it folds out. */
    public int step(int round) {
        return round - foldRounds();
    }
}
