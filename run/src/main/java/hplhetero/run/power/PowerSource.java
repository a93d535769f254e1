package hplhetero.run.power;

import java.util.List;
import java.util.stream.Stream;

/**
 * A source that measures a host's energy.
 *
 * @param coverage the part of the host that the source covers
 * @param words    what measures what, for people, such as {@code RAPL: packages and memory}
 * @param parts    the counters and meters that are summed
 */
record PowerSource(Coverage coverage, String words, List<EnergyPart> parts) {

    /** The part of a host that a source measures, and so what the source must not be added to. */
    enum Coverage {
        /** Everything that the node takes. */
        HOST,
        /** The processors and, where the source tells it, their memory. */
        CPUS,
        /** Whatever the sensors on a board are wired to, which nothing tells. */
        BOARD,
        /** Graphics processors on cards of their own. */
        GPUS
    }

    PowerSource {
        parts = List.copyOf(parts);
    }

    /** Returns the sum of two sources that measure different parts of a host. It has the coverage of this one. */
    PowerSource and(PowerSource other) {
        return new PowerSource(coverage, words + "; " + other.words, Stream.concat(parts.stream(), other.parts.stream()).toList());
    }

    /**
     * Begins to sum up the energy of all parts.
     *
     * @param nanos the time now, in nanoseconds
     */
    void begin(long nanos) {
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).begin(nanos);
        }
    }

    /**
     * Adds the energy of all parts since the last sample. To be called every second or so.
     *
     * @param nanos the time now, in nanoseconds
     */
    void sample(long nanos) {
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).sample(nanos);
        }
    }

    /** Returns the joules between {@link #begin} and the last {@link #sample}; NaN where a reading failed. */
    double joules() {
        return parts.stream().mapToDouble(EnergyPart::joules).sum();
    }

    /** Returns the source in words, with what it does not cover, which a reader of GFLOPS/W must know. */
    String told() {
        return words + switch (coverage) {
            case HOST -> "";
            case BOARD -> " (as wired on the board: perhaps not the whole node)";
            case CPUS, GPUS -> " (not the whole node)";
        };
    }
}
