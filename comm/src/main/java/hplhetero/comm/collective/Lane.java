package hplhetero.comm.collective;

import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import java.lang.foreign.MemorySegment;

/** The messages of one collective: a communicator and the reserved tag that sets them apart. */
record Lane(Communicator communicator, int reservedTag) {

    /** The lane of a collective that its caller told apart by {@code tag}. */
    static Lane of(Communicator communicator, int tag) {
        if (tag < 0 || tag >= Communicator.FIRST_RESERVED_TAG) {
            throw new IllegalArgumentException("tag=" + tag + " of a collective: choose 0 <= tag < "
                    + Communicator.FIRST_RESERVED_TAG);
        }
        return new Lane(communicator, Communicator.FIRST_RESERVED_TAG + tag);
    }

    int rank() {
        return communicator.rank();
    }

    int size() {
        return communicator.size();
    }

    /** The rank {@code distance} places after this one, around the ring of all ranks. */
    int after(int distance) {
        return Math.floorMod(rank() + distance, size());
    }

    /** The rank {@code distance} places before this one. */
    int before(int distance) {
        return after(-distance);
    }

    Request send(MemorySegment bytes, int destination) {
        return communicator.isend(bytes, destination, reservedTag);
    }

    Request receive(MemorySegment bytes, int source) {
        return communicator.irecv(bytes, source, reservedTag);
    }

    void requireRank(String role, int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    role + "=" + rank + " is no rank of this communicator: choose 0 <= " + role + " < " + size());
        }
    }
}
