package hplhetero.network.topology;

import java.util.Arrays;
import java.util.Objects;

/** A growing array of numbers. For one thread. */
final class IntList {
    private int[] values = new int[64];
    private int size;

    /** Adds a number at the end. */
    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    /** Returns the number at an index, from 0. */
    int get(int index) {
        return values[Objects.checkIndex(index, size)];
    }

    /** Returns how many numbers were added. */
    int size() {
        return size;
    }

    /** Returns a copy of the numbers. */
    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
