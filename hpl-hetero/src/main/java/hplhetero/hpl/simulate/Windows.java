package hplhetero.hpl.simulate;

/**
 * The choice of which steps of a run are simulated where not all are: several windows of consecutive steps, each begun with the panels
 * ahead delivered. Windows lie where Gauss-Legendre quadrature would look at a function of the panel to find its sum.
 *
 * @param count number of windows, &gt;= 1
 * @param first steps of each window that are simulated but not counted, since ranks begin them together, &gt;= 0
 * @param steps steps of each window that are counted, &gt;= 1
 */
public record Windows(int count, int first, int steps) {

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when a number is less than it may be
     */
    public Windows {
        if (count < 1 || first < 0 || steps < 1) {
            throw new IllegalArgumentException("count=" + count + " first=" + first + " steps=" + steps
                    + ": must be count >= 1, first >= 0, steps >= 1");
        }
    }

    /**
     * Returns whether a run of {@code panels} panels is long enough for sampling to pay: the windows make up less than half of its steps.
     */
    boolean spare(int panels) {
        return panels > 2 * count * (first + steps);
    }

    /**
     * Returns where between -1 and 1 the windows' middles lie: the zeros of the Legendre polynomial, found by Newton's method.
     *
     * @param weights out: the part of the run that each window stands for, summing to 1
     */
    double[] places(double[] weights) {
        double[] places = new double[count];
        for (int i = 0; i < count; i++) {
            double x = -Math.cos(Math.PI * (i + 0.75) / (count + 0.5));
            double slope = 1;
            for (int round = 0; round < 50; round++) {
                double before = 0;
                double value = 1;
                for (int degree = 1; degree <= count; degree++) {
                    double next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
                    before = value;
                    value = next;
                }
                slope = count * (x * value - before) / (x * x - 1);
                x -= value / slope;
            }
            places[i] = x;
            weights[i] = 1 / ((1 - x * x) * slope * slope);
        }
        return places;
    }
}
