package hplhetero.comm.protocol;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A group of ranks as one of them sees it. Owner: the rank's thread. */
public final class ProtocolCommunicator implements Communicator {
    /** A communicator has two numbers: its own and the next one for the messages of {@link #split}. */
    private static final int CONTEXTS = 2;
    private static final int WORLD_CONTEXT = 0;

    private final ProgressEngine<?> engine;
    private final int context;
    private final int[] worldRanks;
    private final int[] groupRanks;

    /** @param worldRanks the members' numbers in the world, in the order of this group */
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

    /** All ranks. */
    public static ProtocolCommunicator world(ProgressEngine<?> engine) {
        return new ProtocolCommunicator(engine, WORLD_CONTEXT, IntStream.range(0, engine.identity().size()).toArray());
    }

    /** All ranks, with a number that no other communicator has: for the transport itself. */
    public static ProtocolCommunicator apart(ProgressEngine<?> engine) {
        return new ProtocolCommunicator(engine, WORLD_CONTEXT - CONTEXTS, IntStream.range(0, engine.identity().size()).toArray());
    }

    int context() {
        return context;
    }

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
     * All tell all their colour, key and the first number that they have not used. All groups take the largest of these: no
     * member has it, and a rank is in one of the groups only.
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
        // a number that is not used again costs nothing
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
