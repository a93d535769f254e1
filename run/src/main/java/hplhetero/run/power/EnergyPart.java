package hplhetero.run.power;

/** A counter of energy or a meter of power of one part of a host, summed up from {@link #begin} on. Owner: one thread at a time. */
sealed interface EnergyPart {

    /**
     * Begins to sum up energy.
     *
     * @param nanos the time now, in nanoseconds
     */
    void begin(long nanos);

    /**
     * Adds the energy since the last sample. To be called every second or so.
     *
     * @param nanos the time now, in nanoseconds
     */
    void sample(long nanos);

    /** Returns the joules between {@link #begin} and the last {@link #sample}; NaN where a reading failed. */
    double joules();

    /**
     * A counter that restarts at 0 after its range, so it must be sampled before it has passed its range once.
     *
     * <p>RAPL's counters have 32 bits of some 15 or 61 uJ, which last minutes at a few hundred watts.
     */
    final class Counter implements EnergyPart {
        private final Reading counter;
        private final double unit;
        private final long range;
        /** Value of the counter at the last reading. */
        private long last;
        /** Steps of the counter since {@link #begin}; NaN where a reading failed. */
        private double units;

        /**
         * Makes a counter that has summed up nothing yet.
         *
         * @param counter reads the counter
         * @param unit    joules that one step of the counter stands for
         * @param range   the largest value of the counter, after which it is 0; 0: the counter does not reach its end
         */
        Counter(Reading counter, double unit, long range) {
            this.counter = counter;
            this.unit = unit;
            this.range = range;
        }

        @Override
        public void begin(long nanos) {
            last = counter.read();
            units = last == Reading.UNKNOWN ? Double.NaN : 0;
        }

        @Override
        public void sample(long nanos) {
            long now = counter.read();
            if (now == Reading.UNKNOWN || now < last && range == 0) {
                units = Double.NaN;
            } else {
                // counted as the kernel's own tools do: the range is the largest value
                units += now >= last ? now - last : range - last + now;
            }
            last = now;
        }

        @Override
        public double joules() {
            return units * unit;
        }
    }

    /** A meter of power, which is taken to change linearly between samples. */
    final class Meter implements EnergyPart {
        private static final double NANOS = 1e-9;

        private final Reading power;
        private final double unit;
        /** Power at the last reading, in units. */
        private long last;
        /** Time of the last reading, in nanoseconds. */
        private long lastNanos;
        /** Joules since {@link #begin}; NaN where a reading failed. */
        private double joules;

        /**
         * Makes a meter that has summed up nothing yet.
         *
         * @param power reads the power
         * @param unit  watts that a reading of 1 stands for
         */
        Meter(Reading power, double unit) {
            this.power = power;
            this.unit = unit;
        }

        @Override
        public void begin(long nanos) {
            last = power.read();
            lastNanos = nanos;
            joules = last == Reading.UNKNOWN ? Double.NaN : 0;
        }

        @Override
        public void sample(long nanos) {
            long now = power.read();
            joules += now == Reading.UNKNOWN ? Double.NaN : 0.5 * (now + last) * unit * (nanos - lastNanos) * NANOS;
            last = now;
            lastNanos = nanos;
        }

        @Override
        public double joules() {
            return joules;
        }
    }
}
