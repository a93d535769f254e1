package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.PieceLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An allgather over butterflies. Pieces that travel together seldom lie together in the buffer. They therefore come into a work area, in
 * the order of positions, and are copied to their places at the end.
 */
final class ButterflyAllgather extends DescribedRounds implements Collectives.Allgather {
    private final Fold fold;
    private final Butterfly[] ports;
    /** Byte of the work area at which each port's part begins, indexed by port; the last entry is the size of all parts. */
    private final long[] begins;
    private MemorySegment space = MemorySegment.NULL;
    private ButterflyTraffic traffic;
    private MemorySegment buffer;
    private long[] offsets;
    private PieceLayout sizes;
    /**
     * Index of the port from which to look for the next message received in a stage; in the fold's last stage, the index of that message.
     */
    private int coming;
    /** Index of the port from which to look for the next message sent in a stage; in the fold's last stage, the index of that message. */
    private int going;

    ButterflyAllgather(CollectiveChannel channel, Butterfly[] ports) {
        super(channel);
        this.fold = Fold.of(channel.size());
        this.ports = ports;
        begins = new long[ports.length + 1];
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        requireIdle();
        AllgatherCheck.check(channel.size(), buffer, offsets, lengths);
        this.buffer = buffer;
        this.offsets = offsets;
        sizes = PieceLayout.lying(offsets, lengths);
        traffic = ButterflyTraffic.of("", channel.size(), ports, sizes);
        for (int port = 0; port < ports.length; port++) {
            begins[port + 1] = begins[port] + traffic.before()[port][fold.left()];
        }
        if (space.byteSize() < begins[ports.length]) {
            space = Arena.ofAuto().allocate(begins[ports.length], Long.BYTES);
        }
        if (fold.foldRounds() == 0) {
            copyIn();
        }
        begin(traffic);
    }

    @Override
    protected void post(int stage) {
        coming = 0;
        going = 0;
        super.post(stage);
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        int rank = channel.rank();
        int step = fold.step(stage);
        if (step < 0) {
            return buffer.asSlice(offsets[rank], bytes);
        }
        if (step == fold.doublings()) {
            return buffer.asSlice(around(to, going++), bytes);
        }
        while (traffic.length(stage, going, rank) == 0) {
            going++;
        }
        return work(going, traffic.first(stage, going++, rank), bytes);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        int step = fold.step(stage);
        if (step < 0) {
            return buffer.asSlice(offsets[from], bytes);
        }
        int rank = channel.rank();
        if (step == fold.doublings()) {
            return buffer.asSlice(around(rank, coming++), bytes);
        }
        while (traffic.length(stage, coming, traffic.partner(stage, coming, rank)) == 0) {
            coming++;
        }
        return work(coming, traffic.first(stage, coming, traffic.partner(stage, coming++, rank)), bytes);
    }

    /**
     * Returns the byte of the buffer at which a message of the fold's last stage begins. The first such message has all before the piece of
     * {@code rank}, which was folded away; the other one has all behind that piece.
     */
    private long around(int rank, int message) {
        boolean before = message == 0 && sizes.length(0, rank) > 0;
        return before ? offsets[0] : offsets[rank + 1];
    }

    @Override
    protected void complete(int stage) {
        int step = fold.step(stage);
        if (step < 0) {
            copyIn();
        } else if (step == fold.doublings() - 1) {
            copyOut();
        }
    }

    private void copyIn() {
        if (!fold.foldedAway(channel.rank())) {
            copy(fold.number(channel.rank()), true);
        }
    }

    private void copyOut() {
        int rank = channel.rank();
        for (int number = 0; number < fold.left() && !fold.foldedAway(rank); number++) {
            if (number != fold.number(rank)) {
                copy(number, false);
            }
        }
    }

    /** Copies the pieces that the rank with this number has at first, to the work area or from there. */
    private void copy(int number, boolean in) {
        BufferPartition partition = ButterflyTraffic.partition(fold, number, ports.length, sizes);
        for (int port = 0; port < ports.length; port++) {
            MemorySegment part = work(port, ports[port].position(number), partition.length(port, port + 1));
            MemorySegment place = buffer.asSlice(offsets[fold.firstRank(number)] + partition.offset(port), part.byteSize());
            if (in) {
                part.copyFrom(place);
            } else {
                place.copyFrom(part);
            }
        }
    }

    private MemorySegment work(int port, int position, long bytes) {
        return space.asSlice(begins[port] + traffic.before()[port][position], bytes);
    }
}
