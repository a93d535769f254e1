package hplhetero.hpl.trust;

import java.util.Arrays;

/**
 * A sum of doubles with a second double for what rounding has taken from it, so that the value is as good as rounded once. Source: Ogita,
 * Rump and Oishi 2005, Sum2 and Dot2. Owner: the thread that makes it.
 */
final class ExactSum {
    private double sum;
    private double lost;

    /** Returns {@code count} sums that are 0. */
    static ExactSum[] zeros(int count) {
        ExactSum[] sums = new ExactSum[count];
        Arrays.setAll(sums, i -> new ExactSum());
        return sums;
    }

    /** Adds one number to this sum. */
    void add(double x) {
        double next = sum + x;
        double part = next - sum;
        lost += sum - (next - part) + (x - part);
        sum = next;
    }

    /** Adds the product of two numbers. */
    void addProduct(double x, double y) {
        double product = x * y;
        lost += Math.fma(x, y, -product);
        add(product);
    }

    /** Returns the sum, rounded. */
    double value() {
        return sum + lost;
    }
}
