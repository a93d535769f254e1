package hplhetero.run.power;

import java.util.List;
import java.util.stream.Stream;

/**
 * What measures a host's energy.
 *
 * @param coverage of the host
 * @param words    for people: what measures what, such as {@code RAPL: packages and memory}
 * @param parts    that are summed
 */
record PowerSource(Coverage coverage, String words, List<EnergyPart> parts) {

    /** What of a host a source sees, and so what it must not be added to. */
    enum Coverage {
        /** All that the node takes. */
        HOST,
        /** Processors, where it tells also their memory. */
        CPUS,
        /** What sensors on a board are wired to, which nobody tells. */
        BOARD,
        /** Graphics processors, on cards of their own. */
        GPUS
    }

    PowerSource {
        parts = List.copyOf(parts);
    }

    /** Two that see different parts of a host. */
    PowerSource and(PowerSource other) {
        return new PowerSource(coverage, words + "; " + other.words, Stream.concat(parts.stream(), other.parts.stream()).toList());
    }

    void begin(long nanos) {
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).begin(nanos);
        }
    }

    void sample(long nanos) {
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).sample(nanos);
        }
    }

    /** Between {@link #begin} and the last {@link #sample}; NaN where a reading failed. */
    double joules() {
        return parts.stream().mapToDouble(EnergyPart::joules).sum();
    }

    /** With what is not covered, which a reader of GFLOPS/W must know. */
    String told() {
        return words + switch (coverage) {
            case HOST -> "";
            case BOARD -> " (as wired on the board: perhaps not the whole node)";
            case CPUS, GPUS -> " (not the whole node)";
        };
    }
}
