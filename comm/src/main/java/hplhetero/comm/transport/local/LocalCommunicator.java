package hplhetero.comm.transport.local;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import hplhetero.comm.collective.SplitTable;
import hplhetero.comm.transport.MessageRules;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** A group of ranks of one {@link LocalWorld} as one of them sees it. Owner: the rank's thread. */
final class LocalCommunicator implements Communicator {
    /** A communicator has two numbers: its own and the next one for the messages of {@link #split}. */
    static final int CONTEXTS = 2;

    private final ProgressEngine endpoint;
    private final int context;
    private final int[] worldRanks;
    private final int[] groupRanks;

    /** @param worldRanks the members' numbers in the world, in the order of this group */
    LocalCommunicator(ProgressEngine endpoint, int context, int[] worldRanks) {
        this.endpoint = endpoint;
        this.context = context;
        this.worldRanks = worldRanks;
        this.groupRanks = new int[endpoint.world().size()];
        Arrays.fill(groupRanks, -1);
        for (int rank = 0; rank < worldRanks.length; rank++) {
            groupRanks[worldRanks[rank]] = rank;
        }
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
        return endpoint.world().hostName();
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        endpoint.requireAlive();
        MessageRules.requireSend(buffer, destination, tag, size());
        int worldRank = worldRanks[destination];
        if (worldRank != endpoint.rank() && !buffer.isAccessibleBy(endpoint.world().launcher())) {
            throw new IllegalArgumentException("the send buffer of bytes=" + buffer.byteSize()
                    + " lies in a confined arena, out of the receiver's reach: allocate it in a shared or automatic one");
        }
        return endpoint.send(this, buffer, worldRank, tag);
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
     * All tell all their colour and key; rank 0 adds the first of a row of unused numbers, of which the group
     * whose lowest member is r takes the r-th.
     */
    @Override
    public Communicator split(int color, int key) {
        MessageRules.requireColor(color);
        SplitTable table = SplitTable.exchange(new LocalCommunicator(endpoint, context + 1, worldRanks), color, key,
                rank() == 0 ? endpoint.world().reserveContexts(size()) : 0);
        if (color == NO_COLOR) {
            return null;
        }
        int[] members = table.members(color);
        int lowest = Arrays.stream(members).min().orElseThrow();
        return new LocalCommunicator(endpoint, table.number(0) + lowest * CONTEXTS,
                Arrays.stream(members).map(r -> worldRanks[r]).toArray());
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
        endpoint.world().crowd();
    }

    @Override
    public void abort(String reason, Throwable cause) {
        endpoint.world().fail(endpoint.rank(), reason, cause);
    }
}
