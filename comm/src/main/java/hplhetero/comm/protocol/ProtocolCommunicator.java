package hplhetero.comm.protocol;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A group of ranks as one of its members sees it. Owner: the rank's thread. */
public final class ProtocolCommunicator implements Communicator {
    /** The count of context numbers that a communicator takes: its own, and the next one for the messages of {@link #split}. */
    private static final int CONTEXTS = 2;
    /** The number of the communicator of all ranks. */
    private static final int WORLD_CONTEXT = 0;

    private final ProgressEngine<?> engine;
    /** The number that tells this communicator's messages from those of others. */
    private final int context;
    /** The members' ranks in the world, indexed by rank in this group. */
    private final int[] worldRanks;
    /** The rank in this group of each rank of the world, indexed by world rank; -1: no member. */
    private final int[] groupRanks;

    /**
     * Makes this rank's view of a group.
     *
     * @param context    the communicator's number
     * @param worldRanks the members' ranks in the world, indexed by rank in this group
     */
    private ProtocolCommunicator(ProgressEngine<?> engine, int context, int[] worldRanks) {
        this.engine = engine;
        this.context = context;
        this.worldRanks = worldRanks;
        this.groupRanks = new int[engine.identity().size()];
        Arrays.fill(groupRanks, -1);
        for (int rank = 0; rank < worldRanks.length; rank++) {
            groupRanks[worldRanks[rank]] = rank;
        }
        engine.contextsUsedUpTo(context + CONTEXTS);
    }

    /** Returns the communicator of all ranks, as the rank of {@code engine} sees it. */
    public static ProtocolCommunicator world(ProgressEngine<?> engine) {
        return new ProtocolCommunicator(engine, WORLD_CONTEXT, IntStream.range(0, engine.identity().size()).toArray());
    }

    /** Returns a communicator of all ranks with a number that no other communicator has, for the transport's own messages. */
    public static ProtocolCommunicator apart(ProgressEngine<?> engine) {
        return new ProtocolCommunicator(engine, WORLD_CONTEXT - CONTEXTS, IntStream.range(0, engine.identity().size()).toArray());
    }

    /** Returns the number that tells this communicator's messages from those of others. */
    int context() {
        return context;
    }

    /** Returns the rank in this group of a rank of the world; -1: no member. */
    int groupRank(int worldRank) {
        return groupRanks[worldRank];
    }

    @Override
    public int rank() {
        return groupRanks[engine.rank()];
    }

    @Override
    public int size() {
        return worldRanks.length;
    }

    @Override
    public String hostName() {
        return engine.identity().hostName();
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        engine.requireAlive();
        MessageRules.requireSend(buffer, destination, tag, size());
        int worldRank = worldRanks[destination];
        if (worldRank != engine.rank()) {
            MessageRules.requireShared(buffer);
        }
        return engine.send(this, buffer, worldRank, tag);
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        engine.requireAlive();
        MessageRules.requireReceive(buffer, source, tag, size());
        if (source == ANY_SOURCE) {
            return engine.receive(this, buffer, ANY_SOURCE, tag);
        }
        return engine.receive(this, buffer, worldRanks[source], tag);
    }

    /**
     * {@inheritDoc} All ranks tell each other their colour, their key and the first communicator number that they have not used. All new
     * groups take the largest of these numbers: no member has used it, and a rank is in only one of the groups.
     */
    @Override
    public Communicator split(int color, int key) {
        MessageRules.requireColor(color);
        SplitTable table = SplitTable.exchange(new ProtocolCommunicator(engine, context + 1, worldRanks), color, key,
                engine.nextContext());
        return color == NO_COLOR ? null : new ProtocolCommunicator(engine, table.largestNumber(),
                Arrays.stream(table.members(color)).map(r -> worldRanks[r]).toArray());
    }

    @Override
    public void free() {
        // nothing to give back: a communicator's number that is not used again costs nothing
    }

    @Override
    public Activity activity() {
        return engine.activity();
    }

    @Override
    public void shareCores() {
        engine.shareCores();
    }

    @Override
    public void abort(String reason, Throwable cause) {
        engine.fail(reason, cause);
    }
}
