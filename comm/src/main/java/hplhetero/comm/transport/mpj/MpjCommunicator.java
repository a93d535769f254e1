package hplhetero.comm.transport.mpj;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import hplhetero.comm.collective.SplitTable;
import hplhetero.comm.transport.MessageRules;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A group of ranks as one of them sees it. Owner: the rank's thread. */
final class MpjCommunicator implements Communicator {
    /** A communicator has two numbers: its own and the next one for the messages of {@link #split}. */
    private static final int CONTEXTS = 2;
    private final ProgressEngine endpoint;
    private final int context;
    private final int[] worldRanks;
    private final int[] groupRanks;

    /** @param worldRanks the members' numbers in the world, in the order of this group */
    MpjCommunicator(ProgressEngine endpoint, int context, int[] worldRanks) {
        this.endpoint = endpoint;
        this.context = context;
        this.worldRanks = worldRanks;
        this.groupRanks = new int[endpoint.size()];
        Arrays.fill(groupRanks, -1);
        for (int rank = 0; rank < worldRanks.length; rank++) {
            groupRanks[worldRanks[rank]] = rank;
        }
        endpoint.contextsUsedUpTo(context + CONTEXTS);
    }

    /** All ranks. */
    static MpjCommunicator world(ProgressEngine endpoint) {
        return new MpjCommunicator(endpoint, 0, IntStream.range(0, endpoint.size()).toArray());
    }

    /** All ranks, with a number that no other communicator has: for the transport itself. */
    static MpjCommunicator apart(ProgressEngine endpoint) {
        return new MpjCommunicator(endpoint, -CONTEXTS, IntStream.range(0, endpoint.size()).toArray());
    }

    int context() {
        return context;
    }

    int groupRank(int worldRank) {
        return groupRanks[worldRank];
    }

    @Override
    public int rank() {
        return groupRanks[endpoint.rank()];
    }

    @Override
    public int size() {
        return worldRanks.length;
    }

    @Override
    public String hostName() {
        return endpoint.hostName();
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        endpoint.requireAlive();
        MessageRules.requireSend(buffer, destination, tag, size());
        if (worldRanks[destination] != endpoint.rank() && !endpoint.isSharable(buffer)) {
            throw new IllegalArgumentException("the send buffer of bytes=" + buffer.byteSize()
                    + " lies in a confined arena, which other transports cannot send from: allocate it in a shared or automatic one");
        }
        return endpoint.send(this, buffer, worldRanks[destination], tag);
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        endpoint.requireAlive();
        MessageRules.requireReceive(buffer, source, tag, size());
        if (source == ANY_SOURCE) {
            return endpoint.receive(this, buffer, ANY_SOURCE, tag);
        }
        return endpoint.receive(this, buffer, worldRanks[source], tag);
    }

    /**
     * All tell all their colour, key and the first number that they have not used. All groups take the largest of these: no
     * member has it, and a rank is in one of the groups only.
     */
    @Override
    public Communicator split(int color, int key) {
        MessageRules.requireColor(color);
        SplitTable table = SplitTable.exchange(new MpjCommunicator(endpoint, context + 1, worldRanks), color, key,
                endpoint.nextContext());
        return color == NO_COLOR ? null : new MpjCommunicator(endpoint, table.largestNumber(),
                Arrays.stream(table.members(color)).map(r -> worldRanks[r]).toArray());
    }

    @Override
    public void free() {
        // a number that is not used again costs nothing
    }

    @Override
    public Activity activity() {
        return endpoint.activity();
    }

    @Override
    public void shareCores() {
        endpoint.shareCores();
    }

    @Override
    public void abort(String reason, Throwable cause) {
        endpoint.fail(reason, cause);
    }
}
