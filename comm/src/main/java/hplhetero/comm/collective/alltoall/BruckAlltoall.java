package hplhetero.comm.collective.alltoall;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Bruck's alltoall. Pieces lie by the distance that they had to go at first, which does not change on the way. At the end, the piece that
 * came d ranks far is from the rank d before this one. The algorithm needs as much space again as its two buffers.
 */
final class BruckAlltoall extends DescribedRounds implements Collectives.Alltoall {
    private final MemorySegment byDistance;
    private final MemorySegment leaving;
    private final MemorySegment coming;
    private MemorySegment incoming;
    private long piece;

    /**
     * Takes the space for pieces of at most {@code mostBytes} bytes.
     *
     * @param mostBytes bytes of the largest piece that will be sent
     */
    BruckAlltoall(CollectiveChannel channel, long mostBytes) {
        super(channel);
        Arena arena = Arena.ofAuto();
        int ranks = channel.size();
        byDistance = arena.allocate(ranks * mostBytes, Long.BYTES);
        leaving = arena.allocate((ranks + 1) / 2 * mostBytes, Long.BYTES);
        coming = arena.allocate((ranks + 1) / 2 * mostBytes, Long.BYTES);
    }

    @Override
    public void start(MemorySegment outgoing, MemorySegment incoming) {
        requireIdle();
        piece = AlltoallCheck.bytes(channel.size(), outgoing, incoming);
        if (outgoing.byteSize() > byDistance.byteSize()) {
            throw new IllegalArgumentException("alltoall of pieces of bytes=" + piece + " was made for pieces of bytes="
                    + byDistance.byteSize() / channel.size() + ": make it with a larger maxPieceBytes");
        }
        this.incoming = incoming;
        for (int distance = 0; distance < channel.size(); distance++) {
            MemorySegment.copy(outgoing, channel.after(distance) * piece, byDistance, distance * piece, piece);
        }
        begin(new BruckTraffic("", channel.size(), piece));
        finishWhenAlone();
    }

    private void finishWhenAlone() {
        if (channel.size() == 1) {
            incoming.copyFrom(byDistance.asSlice(0, piece));
        }
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        long packed = 0;
        for (int distance = nextTravelling(0, stage); distance < channel.size(); distance = nextTravelling(distance + 1, stage)) {
            MemorySegment.copy(byDistance, distance * piece, leaving, packed, piece);
            packed += piece;
        }
        return leaving.asSlice(0, bytes);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return coming.asSlice(0, bytes);
    }

    @Override
    protected void complete(int round) {
        long unpacked = 0;
        for (int distance = nextTravelling(0, round); distance < channel.size(); distance = nextTravelling(distance + 1, round)) {
            MemorySegment.copy(coming, unpacked, byDistance, distance * piece, piece);
            unpacked += piece;
        }
        if (round + 1 == new BruckTraffic("", channel.size(), piece).stages()) {
            for (int distance = 0; distance < channel.size(); distance++) {
                MemorySegment.copy(byDistance, distance * piece, incoming, channel.before(distance) * piece, piece);
            }
        }
    }

    /** Returns the least distance from {@code distance} on that has bit {@code k} set. */
    private static int nextTravelling(int distance, int k) {
        return (distance >> k & 1) == 1 ? distance : distance >> k + 1 << k + 1 | 1 << k;
    }
}
