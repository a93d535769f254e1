package hplhetero.comm.select;

/** The classes of sizes that share a choice, numbered from 0. Class 0 is 0 bytes alone; class n is from 2^(n-1) to 2^n - 1 bytes. */
public final class SizeClass {
    /** The number of classes. */
    public static final int COUNT = Long.SIZE;

    private SizeClass() {
    }

    /**
     * Returns the number of the class to which calls of this size belong.
     *
     * @param bytes size of a call, &gt;= 0
     * @return number of the class, 0 .. {@link #COUNT} - 1
     */
    public static int of(long bytes) {
        return Long.SIZE - Long.numberOfLeadingZeros(bytes);
    }

    /**
     * Returns the least size, in bytes, of calls in a class: 0 for class 0, and 2^(number - 1) for the others.
     *
     * @param number number of the class, 0 .. {@link #COUNT} - 1
     */
    public static long least(int number) {
        return number == 0 ? 0 : 1L << number - 1;
    }

    /**
     * Returns the greatest size, in bytes, of calls in a class: 2^number - 1.
     *
     * @param number number of the class, 0 .. {@link #COUNT} - 1
     */
    public static long most(int number) {
        return number == 0 ? 0 : (1L << number - 1) - 1 + (1L << number - 1);
    }
}
