package hplhetero.network.schedule;


/**
 * Who receives from whom in the ring broadcasts, in ranks relative to the root (which is 0).
 *
 * @param size the number of ranks
 * @param modified whether relative rank 1, which factors the next panel, is served first and passes nothing on
 * @param heads the relative ranks that open a ring and receive from the root, ascending
 */
public record RingShape(int size, boolean modified, int[] heads) {

    /** The shape of one of the four ring algorithms (HPL_bcast_1ring, 1rinM, 2ring, 2rinM). */
    public static RingShape of(BroadcastAlgorithm algorithm, int size) {
        int middle = (size + 1) / 2;
        return switch (algorithm) {
            case RING -> plain(size, 1, 1);
            case TWO_RING -> plain(size, 1, middle);
            case RING_M -> modified(size, 2, 2);
            case TWO_RING_M -> modified(size, 2, middle);
            case LONG, LONG_M -> throw new IllegalArgumentException(algorithm + " is no ring broadcast");
        };
    }

    private static RingShape plain(int size, int first, int second) {
        return new RingShape(size, false, heads(size, first, second));
    }

    private static RingShape modified(int size, int first, int second) {
        return new RingShape(size, size > 1, heads(size, first, second));
    }

    private static int[] heads(int size, int first, int second) {
        if (first >= size) {
            return new int[0];
        }
        return second <= first ? new int[] {first} : new int[] {first, second};
    }

    /** Whether {@code relative} opens a ring. */
    public boolean isHead(int relative) {
        for (int head : heads) {
            if (head == relative) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code relative} is the one that the modified algorithms serve first. */
    public boolean isFavoured(int relative) {
        return modified && relative == 1;
    }

    /** Whom {@code relative} receives from; the root itself for the root. */
    public int parent(int relative) {
        return relative == 0 || isFavoured(relative) || isHead(relative) ? 0 : relative - 1;
    }

    /** How many messages, one after the other, bring it to {@code relative}. */
    public int hops(int relative) {
        if (relative == 0 || isFavoured(relative)) {
            return relative;
        }
        int head = heads.length > 1 && relative >= heads[1] ? heads[1] : heads[0];
        return relative - head + 1;
    }

    /** The most {@link #hops} of a ring; 0 where there is none. */
    public int longest() {
        int longest = 0;
        for (int i = 0; i < heads.length; i++) {
            longest = Math.max(longest, (i + 1 < heads.length ? heads[i + 1] : size) - heads[i]);
        }
        return longest;
    }

    /** Whether {@code relative} sends to the one after it. */
    public boolean passesOn(int relative) {
        return !isFavoured(relative) && relative + 1 < size && !isHead(relative + 1);
    }
}
