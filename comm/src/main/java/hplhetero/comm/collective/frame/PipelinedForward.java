package hplhetero.comm.collective.frame;

import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.network.schedule.Segments;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Passes a sequence of pieces of one buffer along: some are held already, the others come from one rank, and
 * the first few of the sequence go on to other ranks, each as soon as it is here. All receives are posted at
 * the start, so one poll moves everything that has come, however seldom a rank polls.
 *
 * <p>Use: {@link #begin}, {@link #hold} and {@link #expect} in the order of the sequence, then
 * {@link #poll}. Pieces without bytes cost no message. Owner: the rank's thread.
 */
public final class PipelinedForward {
    private static final int[] NOWHERE = {};

    private final CollectiveChannel channel;
    private final Segments segments;
    private final Pending sends = new Pending();
    private MemorySegment[] pieces = new MemorySegment[16];
    private Request[] receives = new Request[16];
    private MemorySegment buffer;
    private int source;
    private int[] targets = NOWHERE;
    private int passOn;
    private int count;
    private int here;

    /** One that passes whole buffers on in the segments of panels. */
    public PipelinedForward(CollectiveChannel channel) {
        this(channel, Segments.OF_PANELS);
    }

    /** @param segments in which whole buffers go */
    public PipelinedForward(CollectiveChannel channel, Segments segments) {
        this.channel = channel;
        this.segments = segments;
    }

    /** Begins an empty sequence of pieces of {@code buffer}; those expected will come from {@code source}. */
    public void begin(MemorySegment buffer, int source) {
        this.buffer = buffer;
        this.source = source;
        this.targets = NOWHERE;
        this.passOn = 0;
        this.count = 0;
        this.here = 0;
    }

    /** Sends the first {@code count} pieces on to each of {@code targets}. */
    public void passOn(int count, int... targets) {
        this.passOn = count;
        this.targets = targets;
    }

    /** Sends a whole buffer on to each of {@code targets}. */
    public void passAllOn(int... targets) {
        passOn(segments.most(), targets);
    }

    /** Adds a piece that is here. */
    public void hold(long offset, long length) {
        add(offset, length, false);
    }

    /** Adds a piece that the source will send. */
    public void expect(long offset, long length) {
        add(offset, length, true);
    }

    /** Adds the whole buffer, which is here, in segments. */
    public void holdAll() {
        addAll(false);
    }

    /** Adds the whole buffer, which the source will send in segments. */
    public void expectAll() {
        addAll(true);
    }

    private void addAll(boolean expected) {
        long bytes = buffer.byteSize();
        long segment = segments.length(bytes);
        for (long offset = 0; offset < bytes; offset += segment) {
            add(offset, Math.min(segment, bytes - offset), expected);
        }
    }

    /** Sends bytes outside the sequence, ahead of it. */
    public void send(long offset, long length, int destination) {
        send(buffer.asSlice(offset, length), destination);
    }

    /** Moves on what has come. */
    public Progress poll() {
        int before = here;
        while (here < count && arrived(here)) {
            if (here < passOn) {
                for (int target : targets) {
                    send(pieces[here], target);
                }
            }
            pieces[here++] = null;
        }
        if (sends.allDone() && here == count) {
            return Progress.DONE;
        }
        return here == before ? Progress.IDLE : Progress.ADVANCED;
    }

    /** Nothing is in flight: the last {@link #poll} was, or the next one would be, DONE. */
    public boolean idle() {
        return here == count && sends.isEmpty();
    }

    private boolean arrived(int index) {
        Request receive = receives[index];
        if (receive == null) {
            return true;
        }
        if (receive.poll() != Progress.DONE) {
            return false;
        }
        receive.release();
        receives[index] = null;
        return true;
    }

    private void send(MemorySegment piece, int destination) {
        if (piece.byteSize() > 0) {
            sends.add(channel.send(piece, destination));
        }
    }

    private void add(long offset, long length, boolean expected) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
            receives = Arrays.copyOf(receives, 2 * count);
        }
        pieces[count] = buffer.asSlice(offset, length);
        receives[count] = expected && length > 0 ? channel.receive(pieces[count], source) : null;
        count++;
    }
}
