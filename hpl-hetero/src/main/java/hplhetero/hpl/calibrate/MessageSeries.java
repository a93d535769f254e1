package hplhetero.hpl.calibrate;

import hplhetero.comm.PingPong;
import hplhetero.network.model.HockneyFit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** A series of messages to and fro between two ranks, one size after the other. */
public final class MessageSeries {
    /** Round trips of each size at least: the first ones may find the other rank busy elsewhere, or code not compiled yet. */
    private static final int LEAST_TRIPS = 3;
    private static final int MOST_TRIPS = 2_000;
    /** Largest size in bytes that is measured over any link, however slow. */
    private static final int ALWAYS_MEASURED_BYTES = 64 << 10;

    private MessageSeries() {
    }

    /**
     * Measures half of the median round trip for each size, and then ends {@link PingPong#answerUntilEnd} on the other rank. Over a slow
     * link larger messages take longer than all smaller ones together: the first size that would take too long is measured once, larger
     * ones not at all.
     *
     * @param pingPong the exchange with the other rank
     * @param buffer   memory at least as large as the largest message
     * @param sizes    message sizes in bytes, ascending, at least one
     * @param seconds  approximate time for all sizes, in seconds
     * @param nanoTime the clock that times messages, in nanoseconds
     * @return one sample for each size measured: bytes and the seconds of one way
     */
    public static List<HockneyFit.Sample> measure(PingPong pingPong, MemorySegment buffer, int[] sizes, double seconds,
            LongSupplier nanoTime) {
        List<HockneyFit.Sample> samples = new ArrayList<>();
        double trip = 0;
        boolean quick = true;
        for (int s = 0; s < sizes.length && quick; s++) {
            double longer = s == 0 ? 1 : (double) sizes[s] / sizes[s - 1];
            quick = sizes[s] <= ALWAYS_MEASURED_BYTES || LEAST_TRIPS * longer * trip <= seconds;
            MemorySegment message = buffer.asSlice(0, sizes[s]);
            PingPong.Repeats repeats = new PingPong.Repeats(quick ? LEAST_TRIPS : 1, MOST_TRIPS, quick ? seconds / sizes.length : 0);
            trip = CostFit.median(Arrays.stream(pingPong.trips(message, message, repeats, nanoTime)).boxed().toList());
            samples.add(new HockneyFit.Sample(sizes[s], trip / 2));
        }
        pingPong.end(buffer);
        return samples;
    }
}
