package hplhetero.comm.collective.frame;

import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The messages of one collective: a communicator, the reserved tag that sets them apart, and the ranks that take part, which
 * are numbered anew.
 *
 * @param members the communicator's number of each rank of the channel
 * @param rank    this rank's number in the channel
 */
public record CollectiveChannel(Communicator communicator, int reservedTag, int[] members, int rank) {

    /** The channel of a collective that its caller told apart by {@code tag}. */
    public static CollectiveChannel of(Communicator communicator, int tag) {
        if (tag < 0 || tag >= Communicator.FIRST_RESERVED_TAG) {
            throw new IllegalArgumentException("tag=" + tag + " of a collective: choose 0 <= tag < "
                    + Communicator.FIRST_RESERVED_TAG);
        }
        return new CollectiveChannel(communicator, Communicator.FIRST_RESERVED_TAG + tag, IntStream.range(0, communicator.size()).toArray(),
                communicator.rank());
    }

    /** The channel of some ranks of this one, with the same tag: no two of its messages may be in flight between the same ranks. */
    public CollectiveChannel among(int[] ranks) {
        return new CollectiveChannel(communicator, reservedTag, IntStream.of(ranks).map(r -> members[r]).toArray(),
                Arrays.binarySearch(ranks, rank));
    }

    /** The number of ranks. */
    public int size() {
        return members.length;
    }

    /** The rank {@code distance} places after this one, around the ring of all ranks. */
    public int after(int distance) {
        return Math.floorMod(rank() + distance, size());
    }

    /** The rank {@code distance} places before this one. */
    public int before(int distance) {
        return after(-distance);
    }

    public Request send(MemorySegment bytes, int destination) {
        return communicator.isend(bytes, members[destination], reservedTag);
    }

    public Request receive(MemorySegment bytes, int source) {
        return communicator.irecv(bytes, members[source], reservedTag);
    }

    public void requireRank(String role, int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    role + "=" + rank + " is no rank of this communicator: choose 0 <= " + role + " < " + size());
        }
    }
}
