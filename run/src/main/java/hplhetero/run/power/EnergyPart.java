package hplhetero.run.power;

/** A counter of energy or a meter of power of one part of a host, summed up from {@link #begin} on. Owner: one thread at a time. */
sealed interface EnergyPart {

    /** From now on. */
    void begin(long nanos);

    /** Until now; to be called each second or so. */
    void sample(long nanos);

    /** Between {@link #begin} and the last {@link #sample}; NaN where a reading failed. */
    double joules();

    /**
     * A counter that goes on from 0 after its range, so it must be sampled more often than that.
     *
     * <p>RAPL's are 32 bits of some 15 or 61 uJ: minutes at a few hundred watts.
     */
    final class Counter implements EnergyPart {
        private final Reading counter;
        private final double unit;
        private final long range;
        private long last;
        private double units;

        /**
         * @param unit  joules that one step of the counter stands for
         * @param range the largest value of the counter, after which it is 0; 0: it does not come to its end
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
                // as the kernel's own tools count it: the range is the largest value
                units += now >= last ? now - last : range - last + now;
            }
            last = now;
        }

        @Override
        public double joules() {
            return units * unit;
        }
    }

    /** Power, taken to go in straight lines between samples. */
    final class Meter implements EnergyPart {
        private static final double NANOS = 1e-9;

        private final Reading power;
        private final double unit;
        private long last;
        private long lastNanos;
        private double joules;

        /** @param unit watts that 1 stands for */
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
