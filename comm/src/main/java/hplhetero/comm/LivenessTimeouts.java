package hplhetero.comm;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a run waits for signs of life before it is ended. A duration that the user has not fixed grows with the time that a test is
 * predicted to take: the longer a run, the dearer it is to lose it to a passing fault of the network.
 *
 * @param stall   how long no rank may advance; empty: ten times the predicted time, from 1 to 10 minutes, and 10 minutes where none is
 *                predicted
 * @param silence how long nothing may be heard of a rank whose connection is open; empty: a sixtieth of the predicted time, from 4 s to 60
 *                s, and 4 s where none is predicted
 */
public record LivenessTimeouts(Optional<Duration> stall, Optional<Duration> silence) {
    /** The timeouts of a run whose user has fixed neither duration. */
    public static final LivenessTimeouts USUAL = new LivenessTimeouts(Optional.empty(), Optional.empty());

    private static final Duration LEAST_STALL = Duration.ofMinutes(1);
    private static final Duration MOST_STALL = Duration.ofMinutes(10);
    private static final int STALL_FACTOR = 10;
    private static final Duration LEAST_SILENCE = Duration.ofSeconds(4);
    private static final Duration MOST_SILENCE = Duration.ofMinutes(1);
    private static final int SILENCE_DIVISOR = 60;

    public LivenessTimeouts {
        requirePositive("stall", stall);
        requirePositive("silence", silence);
    }

    private static void requirePositive(String name, Optional<Duration> value) {
        value.filter(duration -> duration.isNegative() || duration.isZero()).ifPresent(duration -> {
            throw new IllegalArgumentException(name + "=" + duration + ": must be > 0");
        });
    }

    /**
     * Returns how long no rank may advance before the run is ended.
     *
     * @param predicted the time that the test is predicted to take; zero: unknown
     */
    public Duration stall(Duration predicted) {
        return stall.orElseGet(() -> predicted.isZero() ? MOST_STALL
                : clamp(predicted.multipliedBy(STALL_FACTOR), LEAST_STALL, MOST_STALL));
    }

    /**
     * Returns how long nothing may be heard of a rank before the run is ended.
     *
     * @param predicted the time that the test is predicted to take; zero: unknown
     */
    public Duration silence(Duration predicted) {
        return silence.orElseGet(() -> clamp(predicted.dividedBy(SILENCE_DIVISOR), LEAST_SILENCE, MOST_SILENCE));
    }

    private static Duration clamp(Duration value, Duration least, Duration most) {
        return value.compareTo(least) < 0 ? least : value.compareTo(most) > 0 ? most : value;
    }
}
