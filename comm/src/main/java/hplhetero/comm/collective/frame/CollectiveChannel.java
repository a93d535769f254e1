package hplhetero.comm.collective.frame;

import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The messages of one collective: a communicator, the reserved tag that sets the messages apart, and the ranks that take part, which are
 * numbered anew from 0.
 *
 * @param reservedTag the communicator's tag of all messages of this channel, at least {@link Communicator#FIRST_RESERVED_TAG}
 * @param members     the communicator's number of each rank of the channel, indexed by rank of the channel
 * @param rank        this rank's number in the channel
 */
public record CollectiveChannel(Communicator communicator, int reservedTag, int[] members, int rank) {

    /**
     * Returns a channel of all ranks of a communicator for one collective.
     *
     * @param tag number that the collective's caller chose to tell its messages from those of other collectives; the reserved tag of the
     *            channel's messages is {@link Communicator#FIRST_RESERVED_TAG} + this number
     * @throws IllegalArgumentException unless {@code 0 <= tag < Communicator.FIRST_RESERVED_TAG}
     */
    public static CollectiveChannel of(Communicator communicator, int tag) {
        if (tag < 0 || tag >= Communicator.FIRST_RESERVED_TAG) {
            throw new IllegalArgumentException("tag=" + tag + " of a collective: choose 0 <= tag < "
                    + Communicator.FIRST_RESERVED_TAG);
        }
        return new CollectiveChannel(communicator, Communicator.FIRST_RESERVED_TAG + tag, IntStream.range(0, communicator.size()).toArray(),
                communicator.rank());
    }

    /**
     * Returns the channel of some ranks of this channel, with the same tag. Messages of both channels must not be in flight between the
     * same two ranks at the same time.
     *
     * @param ranks numbers in this channel, ascending, this rank's among them
     */
    public CollectiveChannel among(int[] ranks) {
        return new CollectiveChannel(communicator, reservedTag, IntStream.of(ranks).map(r -> members[r]).toArray(),
                Arrays.binarySearch(ranks, rank));
    }

    /** Returns the number of ranks that take part. */
    public int size() {
        return members.length;
    }

    /**
     * Returns the rank that is some places after this rank, around the ring of all ranks of this channel.
     *
     * @param distance number of places; negative for places before this rank
     * @return the rank, 0 .. {@link #size} - 1
     */
    public int after(int distance) {
        return Math.floorMod(rank() + distance, size());
    }

    /**
     * Returns the rank that is some places before this rank, around the ring of all ranks of this channel.
     *
     * @param distance number of places; negative for places after this rank
     * @return the rank, 0 .. {@link #size} - 1
     */
    public int before(int distance) {
        return after(-distance);
    }

    /** Starts to send the memory {@code bytes} to rank {@code destination} of this channel. */
    public Request send(MemorySegment bytes, int destination) {
        return communicator.isend(bytes, members[destination], reservedTag);
    }

    /** Starts to receive a message of rank {@code source} of this channel into the memory {@code bytes}. */
    public Request receive(MemorySegment bytes, int source) {
        return communicator.irecv(bytes, members[source], reservedTag);
    }

    /**
     * Checks that {@code rank} is a rank of this channel; {@code role} names the argument in the message.
     *
     * @throws IllegalArgumentException unless {@code 0 <= rank < size()}
     */
    public void requireRank(String role, int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    role + "=" + rank + " is no rank of this communicator: choose 0 <= " + role + " < " + size());
        }
    }
}
