package hplhetero.blas.device.opencl;

import java.util.Map;
import java.util.TreeMap;

/** Who has which places of an array: first fit. Any thread may call. */
final class Memory {
    /** Doubles: where pieces begin. */
    private static final int LINE = 16;

    private final TreeMap<Integer, Integer> free = new TreeMap<>();
    private int size;

    /** @param first place that is given away */
    Memory(int first) {
        size = first;
    }

    /** @return where so many doubles are now the caller's, or -1 */
    synchronized int take(int doubles) {
        int length = rounded(doubles);
        for (Map.Entry<Integer, Integer> piece : free.entrySet()) {
            if (piece.getValue() >= length) {
                int at = piece.getKey();
                int rest = piece.getValue() - length;
                free.remove(at);
                if (rest > 0) {
                    free.put(at + length, rest);
                }
                return at;
            }
        }
        return -1;
    }

    /** Gives back what was taken. */
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

    /** The size that makes so many doubles fit. */
    synchronized long sizeFor(int doubles) {
        Map.Entry<Integer, Integer> last = free.lastEntry();
        boolean open = last != null && last.getKey() + last.getValue() == size;
        return (long) size - (open ? last.getValue() : 0) + rounded(doubles);
    }

    synchronized void grow(int larger) {
        int added = larger - size;
        int at = size;
        size = larger;
        give(at, added);
    }

    synchronized int size() {
        return size;
    }

    /** Doubles that nobody has. */
    synchronized int freeDoubles() {
        return free.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static int rounded(int doubles) {
        return Math.max(LINE, (doubles + LINE - 1) / LINE * LINE);
    }
}
