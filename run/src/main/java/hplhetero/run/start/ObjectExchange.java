package hplhetero.run.start;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Sends Java objects from rank to rank, outside every clock. All ranks run the same build. Each method is collective. */
public final class ObjectExchange {
    private static final int TAG = 1 << 13;

    private final Communicator world;
    private final Collectives collectives;

    /** Makes an exchange among the ranks of a communicator. */
    public ObjectExchange(Communicator world) {
        this.world = world;
        collectives = CollectiveAlgorithms.of(world);
    }

    /**
     * Returns the values of all ranks, by rank. Collective.
     *
     * @param mine this rank's value
     */
    public <T extends Serializable> List<T> all(T mine) {
        byte[] bytes = written(mine);
        long[] lengths = lengths(bytes.length);
        long[] offsets = new long[lengths.length];
        for (int r = 1; r < offsets.length; r++) {
            offsets[r] = offsets[r - 1] + lengths[r - 1];
        }
        return MessageMemory.lend(arena -> {
            MemorySegment whole = arena.allocate(offsets[offsets.length - 1] + lengths[lengths.length - 1], 8);
            MemorySegment.copy(bytes, 0, whole, ValueLayout.JAVA_BYTE, offsets[world.rank()], bytes.length);
            gather(whole, offsets, lengths);
            List<T> values = new ArrayList<>();
            for (int r = 0; r < lengths.length; r++) {
                values.add(read(whole.asSlice(offsets[r], lengths[r]).toArray(ValueLayout.JAVA_BYTE)));
            }
            return values;
        });
    }

    /**
     * Returns rank 0's value on every rank. Collective.
     *
     * @param mine this rank's value, which counts on rank 0 only
     */
    public <T extends Serializable> T first(T mine) {
        byte[] bytes = world.rank() == 0 ? written(mine) : new byte[0];
        return MessageMemory.lend(arena -> {
            MemorySegment length = arena.allocate(ValueLayout.JAVA_LONG);
            length.set(ValueLayout.JAVA_LONG, 0, bytes.length);
            broadcast(length);
            MemorySegment whole = arena.allocate(length.get(ValueLayout.JAVA_LONG, 0), 8);
            MemorySegment.copy(bytes, 0, whole, ValueLayout.JAVA_BYTE, 0, bytes.length);
            broadcast(whole);
            return world.rank() == 0 ? mine : read(whole.toArray(ValueLayout.JAVA_BYTE));
        });
    }

    /** Waits until all ranks have called this method. Collective. */
    public void barrier() {
        Collectives.Barrier barrier = collectives.barrier(TAG);
        barrier.start();
        Await.done(barrier);
    }

    private long[] lengths(long mine) {
        int size = world.size();
        long[] offsets = new long[size];
        long[] each = new long[size];
        for (int r = 0; r < size; r++) {
            offsets[r] = (long) Long.BYTES * r;
            each[r] = Long.BYTES;
        }
        return MessageMemory.lend(arena -> {
            MemorySegment table = arena.allocate(ValueLayout.JAVA_LONG, size);
            table.setAtIndex(ValueLayout.JAVA_LONG, world.rank(), mine);
            gather(table, offsets, each);
            return table.toArray(ValueLayout.JAVA_LONG);
        });
    }

    private void gather(MemorySegment whole, long[] offsets, long[] lengths) {
        Collectives.Allgather allgather = collectives.allgather(AllgatherAlgorithm.BINARY_EXCHANGE, TAG);
        allgather.start(whole, offsets, lengths);
        Await.done(allgather);
    }

    private void broadcast(MemorySegment buffer) {
        Collectives.Broadcast broadcast = collectives.broadcast(BroadcastAlgorithm.RING, TAG);
        broadcast.start(buffer, 0);
        Await.done(broadcast);
    }

    private static byte[] written(Serializable value) {
        try {
            return RecordBytes.of(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T read(byte[] bytes) {
        try {
            return (T) RecordBytes.read(bytes);
        } catch (IOException | ClassNotFoundException e) {
            throw new CommException("a rank sent data that this rank cannot read (" + e.getMessage()
                    + "): start the same build of hpl-hetero on all hosts", e);
        }
    }
}
