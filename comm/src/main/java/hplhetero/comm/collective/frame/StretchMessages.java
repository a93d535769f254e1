package hplhetero.comm.collective.frame;

import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.network.schedule.Traffic;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The messages of a statement of stretches of one buffer. All receives are posted at the start, so one poll moves everything that has
 * come, however seldom a rank polls. A message leaves as soon as all is here that its rank receives in earlier stages: a segment is passed
 * on while the next one comes. Owner: the rank's thread.
 *
 * <p>A statement that brings a rank again what it has would have several messages write one place at once; such a one goes stage by stage.
 */
public final class StretchMessages implements Operation, Traffic.Sink {
    private final CollectiveChannel channel;
    private final Pending sends = new Pending();
    private MemorySegment buffer;
    private Traffic traffic;
    private boolean stageByStage;
    /** The next one to be read, and how many there are. */
    private int stage;
    private int stages;
    /** In the order in which they are stated, as are the outgoing ones. */
    private Request[] receives = new Request[16];
    private int expected;
    private int here;
    private MemorySegment[] outgoing = new MemorySegment[16];
    private int[] targets = new int[16];
    /** Of each outgoing message: how many of the receives come before it. */
    private int[] after = new int[16];
    private int stated;
    private int sent;
    /** Receives of the stages before the one that is being read. */
    private int earlier;

    public StretchMessages(CollectiveChannel channel) {
        this.channel = channel;
    }

    /**
     * Posts all receives, and sends what needs none of them.
     *
     * @param stageByStage whether to post those of a stage only when all of the one before it is over
     */
    public void begin(Traffic traffic, MemorySegment buffer, boolean stageByStage) {
        this.traffic = traffic;
        this.buffer = buffer;
        this.stageByStage = stageByStage;
        stage = 0;
        stages = traffic.stages();
        read();
        poll();
    }

    /** Reads the next stage, or all of them. */
    private void read() {
        expected = 0;
        here = 0;
        stated = 0;
        sent = 0;
        int end = stageByStage ? Math.min(stage + 1, stages) : stages;
        while (stage < end) {
            earlier = expected;
            traffic.stage(stage++, channel.rank(), this);
        }
    }

    /** Nothing is in flight: the last {@link #poll} was, or the next one would be, DONE. */
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
        if (stated == outgoing.length) {
            outgoing = Arrays.copyOf(outgoing, 2 * stated);
            targets = Arrays.copyOf(targets, 2 * stated);
            after = Arrays.copyOf(after, 2 * stated);
        }
        outgoing[stated] = buffer.asSlice(offset, bytes);
        targets[stated] = to;
        after[stated++] = earlier;
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

    /** Whether something has come. */
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
        while (sent < stated && after[sent] <= here) {
            sends.add(channel.send(outgoing[sent], targets[sent]));
            outgoing[sent++] = null;
        }
    }
}
