package hplhetero.comm.collective.frame;

import hplhetero.network.schedule.Traffic;
import java.lang.foreign.MemorySegment;

/**
 * A collective whose rounds are the stages of a {@link Traffic}. The traffic says how many bytes go to whom, the algorithm says where these
 * bytes lie.
 */
public abstract class DescribedRounds extends Rounds implements Traffic.Sink {
    private Traffic traffic;
    private int stage;

    protected DescribedRounds(CollectiveChannel channel) {
        super(channel);
    }

    /**
     * Returns the memory that holds the {@code bytes} bytes to be sent to rank {@code to} at a stage; called once for each message that has
     * bytes.
     */
    protected abstract MemorySegment outgoing(int stage, int to, long bytes);

    /**
     * Returns the memory for the {@code bytes} bytes that rank {@code from} sends at a stage; called once for each message that has bytes.
     */
    protected abstract MemorySegment incoming(int stage, int from, long bytes);

    /** Begins with the first stage of {@code traffic}. */
    protected final void begin(Traffic traffic) {
        this.traffic = traffic;
        begin(traffic.stages());
    }

    @Override
    protected void post(int round) {
        stage = round;
        traffic.stage(round, channel.rank(), this);
    }

    @Override
    public final void send(int to, long bytes) {
        pending.add(channel.send(bytes == 0 ? MemorySegment.NULL : outgoing(stage, to, bytes), to));
    }

    @Override
    public final void receive(int from, long bytes) {
        pending.add(channel.receive(bytes == 0 ? MemorySegment.NULL : incoming(stage, from, bytes), from));
    }
}
