package hplhetero.comm.collective.frame;

import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.network.schedule.Traffic;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The executor of a described collective whose messages are all contiguous ranges of one buffer. Receives are posted as far ahead as the
 * description says ({@link Traffic#postsUpTo}), mostly all at the start, so one poll moves everything that has come, however seldom a rank
 * polls. A message leaves as soon as everything has arrived that its rank receives in earlier stages: a segment is passed on while the next
 * one comes. Owner: the rank's thread.
 */
public final class ContiguousMessages implements Operation, Traffic.Sink {
    private final CollectiveChannel channel;
    private final Pending sends = new Pending();
    private MemorySegment buffer;
    private Traffic traffic;
    /** Index of the next stage to be read from {@link #traffic}. */
    private int stage;
    /** Number of stages of {@link #traffic}. */
    private int stages;
    /** Receives that are posted, in the order in which {@link #traffic} describes them; null once arrived. */
    private Request[] receives = new Request[16];
    /** Number of {@link #receives} posted. */
    private int expected;
    /** Number of {@link #receives} that have arrived; the order of arrival is that of the description. */
    private int here;
    /** Bytes of each message to be sent, in the order in which {@link #traffic} describes them; null once sent. */
    private MemorySegment[] outgoing = new MemorySegment[16];
    /** Rank to which each outgoing message goes, with the index of {@link #outgoing}. */
    private int[] targets = new int[16];
    /** Number of receives that must have arrived before each outgoing message leaves, with the index of {@link #outgoing}. */
    private int[] after = new int[16];
    /** Number of outgoing messages described. */
    private int described;
    /** Number of outgoing messages that have left. */
    private int sent;
    /** Number of receives in the stages before the one that is being read. */
    private int earlier;

    /** Makes the executor of messages on {@code channel}; one description at a time. */
    public ContiguousMessages(CollectiveChannel channel) {
        this.channel = channel;
    }

    /**
     * Starts a collective: posts receives, and sends the messages that wait for no others. A collective has stages, or rounds: a rank may
     * send a message of a stage as soon as all messages have arrived that it receives in earlier stages.
     *
     * @param traffic the messages, each a contiguous range of bytes of {@code buffer}
     * @param buffer  memory from which this rank sends and into which it receives
     */
    public void begin(Traffic traffic, MemorySegment buffer) {
        this.traffic = traffic;
        this.buffer = buffer;
        stage = 0;
        stages = traffic.stages();
        read();
        poll();
    }

    /** Reads the next stage and those whose receives are posted with it: posts the receives and notes the sends. */
    private void read() {
        expected = 0;
        here = 0;
        described = 0;
        sent = 0;
        int end = stage < stages ? traffic.postsUpTo(stage) + 1 : stages;
        while (stage < end) {
            earlier = expected;
            traffic.stage(stage++, channel.rank(), this);
        }
    }

    /** Returns whether nothing is in flight: the last {@link #poll} returned DONE, or the next one would. */
    public boolean over() {
        return stage == stages && here == expected && sends.isEmpty();
    }

    @Override
    public void receive(int from, long offset, long bytes) {
        if (expected == receives.length) {
            receives = Arrays.copyOf(receives, 2 * expected);
        }
        receives[expected++] = channel.receive(buffer.asSlice(offset, bytes), from);
    }

    @Override
    public void send(int to, long offset, long bytes) {
        if (described == outgoing.length) {
            outgoing = Arrays.copyOf(outgoing, 2 * described);
            targets = Arrays.copyOf(targets, 2 * described);
            after = Arrays.copyOf(after, 2 * described);
        }
        outgoing[described] = buffer.asSlice(offset, bytes);
        targets[described] = to;
        after[described++] = earlier;
    }

    @Override
    public void send(int to, long bytes) {
        throw new IllegalStateException("to=" + to + " bytes=" + bytes + ": the statement does not say where the message lies");
    }

    @Override
    public void receive(int from, long bytes) {
        throw new IllegalStateException("from=" + from + " bytes=" + bytes + ": the statement does not say where the message lies");
    }

    @Override
    public Progress poll() {
        boolean advanced = moveOn();
        while (here == expected && sends.allDone()) {
            if (stage == stages) {
                return Progress.DONE;
            }
            read();
            moveOn();
            advanced = true;
        }
        return advanced ? Progress.ADVANCED : Progress.IDLE;
    }

    /** Receives what has come, passes on what may leave, and returns whether something has come. */
    private boolean moveOn() {
        int before = here;
        passOn();
        while (here < expected && arrived()) {
            here++;
            passOn();
        }
        return here > before;
    }

    private boolean arrived() {
        Request receive = receives[here];
        if (receive.poll() != Progress.DONE) {
            return false;
        }
        receive.release();
        receives[here] = null;
        return true;
    }

    private void passOn() {
        while (sent < described && after[sent] <= here) {
            sends.add(channel.send(outgoing[sent], targets[sent]));
            outgoing[sent++] = null;
        }
    }
}
