package hplhetero.comm.transport.mpi;

import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import hplhetero.comm.protocol.MessageRules;
import java.lang.foreign.MemorySegment;

/**
 * The communicator of one rank: an MPI_Comm as this rank sees it. Tags are at most 32767, the largest tag that MPI guarantees. Owner: the
 * rank's thread.
 */
final class MpiCommunicator implements Communicator {
    private final MpiWorld world;
    private final MpiRank mpiRank;
    private final long handle;
    private final int rank;
    /** World rank of each member, indexed by its rank in this communicator. */
    private final int[] worldRanks;
    private boolean freed;

    /**
     * Wraps an MPI_Comm as one of its ranks sees it.
     *
     * @param worldRanks the members' ranks in the world, in the order of this communicator
     */
    MpiCommunicator(MpiWorld world, long handle, int rank, int[] worldRanks) {
        this.world = world;
        this.mpiRank = world.rank();
        this.handle = handle;
        this.rank = rank;
        this.worldRanks = worldRanks;
    }

    /** Returns the handle MPI_Comm of this communicator. */
    long handle() {
        return handle;
    }

    /** Returns a member's rank in the world. */
    int worldRank(int member) {
        return worldRanks[member];
    }

    /** Returns a member's name for people, "rank 1 on node7", numbered as in the world. */
    String nameOf(int member) {
        return world.nameOf(worldRanks[member]);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return worldRanks.length;
    }

    @Override
    public String hostName() {
        return mpiRank.hostName();
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        requireAlive();
        MessageRules.requireSend(buffer, destination, tag, size());
        return mpiRank.send(this, buffer, destination, tag);
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        requireAlive();
        MessageRules.requireReceive(buffer, source, tag, size());
        return mpiRank.receive(this, buffer, source, tag);
    }

    @Override
    public Communicator split(int color, int key) {
        MessageRules.requireColor(color);
        requireAlive();
        return world.split(this, color, key);
    }

    @Override
    public void free() {
        requireAlive();
        world.free(this);
        freed = true;
    }

    @Override
    public Activity activity() {
        return mpiRank.activity();
    }

    @Override
    public void shareCores() {
        mpiRank.shareCores();
    }

    @Override
    public void abort(String reason, Throwable cause) {
        mpiRank.fail(reason, cause);
    }

    /**
     * Checks that the run goes on and that this communicator was not freed: some libraries crash when they are given a communicator that is
     * none.
     */
    private void requireAlive() {
        mpiRank.requireAlive();
        if (freed) {
            throw new IllegalStateException("a communicator of size=" + size() + " was used after it was freed");
        }
    }
}
