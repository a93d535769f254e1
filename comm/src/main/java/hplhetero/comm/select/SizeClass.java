package hplhetero.comm.select;

/** Sizes that share a choice: from one power of two to before the next; 0 bytes alone. Numbered from 0. */
public final class SizeClass {
    /** How many there are. */
    public static final int COUNT = Long.SIZE;

    private SizeClass() {
    }

    /** The number of the class of so many bytes, &gt;= 0. */
    public static int of(long bytes) {
        return Long.SIZE - Long.numberOfLeadingZeros(bytes);
    }

    /** The least bytes of a class. */
    public static long least(int number) {
        return number == 0 ? 0 : 1L << number - 1;
    }

    /** The most bytes of a class. */
    public static long most(int number) {
        return number == 0 ? 0 : (1L << number - 1) - 1 + (1L << number - 1);
    }
}
