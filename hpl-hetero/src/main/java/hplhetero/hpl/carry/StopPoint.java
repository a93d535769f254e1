package hplhetero.hpl.carry;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * What a factorization needs beside its local matrices to go on from where another one stopped.
 *
 * @param panels    number of panels that have been applied
 * @param pivots    global row that was swapped with row i, for the rows of these panels
 * @param zeroPivot 1 + the first column with a zero pivot so far, or 0
 */
public record StopPoint(int panels, int[] pivots, int zeroPivot) {

    /** Keeps a copy of the pivots, so that nobody can change them. */
    public StopPoint {
        pivots = pivots.clone();
    }

    /** Returns the global row that was swapped with row i, for the rows of the panels that have been applied. */
    @Override
    public int[] pivots() {
        return pivots.clone();
    }

    /**
     * Returns what a rank passes to {@link #shared} that had no part in the factorization so far: pivots that are all 0.
     *
     * @param map    any map of the matrix
     * @param panels number of panels that have been applied
     */
    public static StopPoint unknown(BlockMap map, int panels) {
        return new StopPoint(panels, new int[Math.min(map.n(), panels * map.nb())], 0);
    }

    /**
     * Returns on every rank what the ranks know that had a part in the factorization. Collective; all ranks pass as many pivots.
     *
     * @param ranks communicator of ranks, some of which pass what they know, and the others {@link #unknown}
     */
    public StopPoint shared(Communicator ranks) {
        int[] numbers = Arrays.copyOf(pivots, pivots.length + 1);
        numbers[pivots.length] = zeroPivot;
        int[] most = MessageMemory.lend(arena -> {
            MemorySegment values = arena.allocateFrom(ValueLayout.JAVA_INT, numbers);
            Collectives.Allreduce allreduce = CollectiveAlgorithms.of(ranks).allreduce(values.byteSize(), StopPoint::larger,
                    Tags.AGREEMENT);
            allreduce.start(values);
            Await.done(allreduce);
            return values.toArray(ValueLayout.JAVA_INT);
        });
        return new StopPoint(panels, Arrays.copyOf(most, pivots.length), most[pivots.length]);
    }

    private static void larger(MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < inout.byteSize() / Integer.BYTES; i++) {
            inout.setAtIndex(ValueLayout.JAVA_INT, i,
                    Math.max(inout.getAtIndex(ValueLayout.JAVA_INT, i), in.getAtIndex(ValueLayout.JAVA_INT, i)));
        }
    }
}
