package hplhetero.hpl.checkpoint;

import hplhetero.hpl.result.Phase;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;

/**
 * The time that a run has spent up to a state.
 *
 * @param seconds wall time of all parts of the run that led to the state, in seconds; equal on all ranks
 * @param resumed how many times the run was resumed
 * @param phases  worker seconds of this rank in each phase, summed over its workers and over the parts
 */
public record TimeSpent(double seconds, int resumed, Map<Phase, Double> phases) {
    /** The time of a run that has not begun. */
    public static final TimeSpent NONE = new TimeSpent(0, 0, Map.of());

    public TimeSpent {
        phases = phases.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(phases));
    }

    void write(Properties header) {
        header.setProperty("seconds", String.valueOf(seconds));
        header.setProperty("resumed", String.valueOf(resumed));
        phases.forEach((phase, its) -> header.setProperty("seconds." + phase, String.valueOf(its)));
    }

    static TimeSpent read(Properties header) {
        Map<Phase, Double> phases = new EnumMap<>(Phase.class);
        Arrays.stream(Phase.values()).filter(phase -> header.containsKey("seconds." + phase))
                .forEach(phase -> phases.put(phase, Double.parseDouble(header.getProperty("seconds." + phase))));
        return new TimeSpent(Double.parseDouble(header.getProperty("seconds")), Integer.parseInt(header.getProperty("resumed")), phases);
    }
}
