package hplhetero.blas.device.opencl;

import java.util.Map;
import java.util.TreeMap;

/** An allocator of places in an array of doubles, first fit. Any thread may call. */
final class Memory {
    /** The multiple, in doubles, at which allocated pieces begin. */
    private static final int LINE = 16;

    private final TreeMap<Integer, Integer> free = new TreeMap<>();
    private int size;

    /**
     * Creates an allocator of an array in which no place is free.
     *
     * @param first number of doubles that the array has now; places behind them become free by {@link #grow}
     */
    Memory(int first) {
        size = first;
    }

    /**
     * Allocates a piece of {@code doubles} doubles.
     *
     * @return the first place of the piece, or -1 where no free piece is large enough
     */
    synchronized int take(int doubles) {
        int length = rounded(doubles);
        for (Map.Entry<Integer, Integer> piece : free.entrySet()) {
            if (piece.getValue() >= length) {
                int at = piece.getKey();
                int remainder = piece.getValue() - length;
                free.remove(at);
                if (remainder > 0) {
                    free.put(at + length, remainder);
                }
                return at;
            }
        }
        return -1;
    }

    /** Frees a piece, {@code doubles} doubles from {@code at} on, that was allocated or added. */
    synchronized void give(int at, int doubles) {
        int begin = at;
        int length = rounded(doubles);
        Map.Entry<Integer, Integer> before = free.lowerEntry(at);
        if (before != null && before.getKey() + before.getValue() == at) {
            begin = before.getKey();
            length += before.getValue();
        }
        Map.Entry<Integer, Integer> after = free.higherEntry(at);
        if (after != null && begin + length == after.getKey()) {
            length += after.getValue();
            free.remove(after.getKey());
        }
        free.put(begin, length);
    }

    /** Returns the size of the array, in doubles, at which a piece of {@code doubles} doubles fits behind the last used place. */
    synchronized long sizeFor(int doubles) {
        Map.Entry<Integer, Integer> last = free.lastEntry();
        boolean open = last != null && last.getKey() + last.getValue() == size;
        return (long) size - (open ? last.getValue() : 0) + rounded(doubles);
    }

    /** Enlarges the array to {@code larger} doubles; the added places are free. */
    synchronized void grow(int larger) {
        int added = larger - size;
        int at = size;
        size = larger;
        give(at, added);
    }

    /** Returns the size of the array, in doubles. */
    synchronized int size() {
        return size;
    }

    /** Returns how many doubles are free, in all pieces together. */
    synchronized int freeDoubles() {
        return free.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static int rounded(int doubles) {
        return Math.max(LINE, (doubles + LINE - 1) / LINE * LINE);
    }
}
