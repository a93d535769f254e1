package hplhetero.hpl.calibrate;

import hplhetero.comm.PingPong;
import hplhetero.network.model.HockneyFit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** Messages to and fro between two ranks, of one size after the other. */
public final class MessageSeries {
    /** The first of each size find the other rank elsewhere, or code not compiled yet. */
    private static final int LEAST_TRIPS = 3;
    private static final int MOST_TRIPS = 2_000;
    /** Up to here sizes are measured over any link. */
    private static final int ALWAYS_MEASURED_BYTES = 64 << 10;

    private MessageSeries() {
    }

    /**
     * Half a round trip of each size, its median; then the end of the other rank's {@link PingPong#answerUntilEnd}. Over a slow link
     * larger messages take longer than all the rest: the first such size is measured once, those above it are not.
     *
     * @param buffer  as large as the largest
     * @param sizes   bytes, ascending, at least 1
     * @param seconds for all of them, more or less
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
