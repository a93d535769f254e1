package hplhetero.hpl.carry;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.Tags;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The agreement of ranks on whether one of them has failed, and why. Each rank has a record; the record of the lowest rank that has failed
 * wins:
 * <pre>
 *   0   rank   long   the rank that has failed, or NONE
 *   8   text   UTF-8, with zeros behind it
 * </pre>
 */
public final class FirstFailure {
    private static final long NONE = Long.MAX_VALUE;
    private static final int TEXT_AT = Long.BYTES;
    private static final int RECORD_BYTES = 1024;

    private FirstFailure() {
    }

    /**
     * Returns on every rank why the lowest rank that has failed did so, with this rank's number and host; empty where none has failed.
     * Collective.
     *
     * @param ranks communicator of the ranks that agree
     * @param mine  why this rank has failed, of which the first thousand bytes are told; empty where it has not
     */
    public static Optional<String> among(Communicator ranks, Optional<String> mine) {
        return MessageMemory.lend(arena -> {
            MemorySegment record = arena.allocate(RECORD_BYTES, 64).fill((byte) 0);
            record.set(ValueLayout.JAVA_LONG, 0, mine.isPresent() ? ranks.rank() : NONE);
            mine.ifPresent(why -> write("rank " + ranks.rank() + " on " + ranks.hostName() + ": " + why, record));
            Collectives.Allreduce allreduce = CollectiveAlgorithms.of(ranks).allreduce(RECORD_BYTES, FirstFailure::lower, Tags.AGREEMENT);
            allreduce.start(record);
            Await.done(allreduce);
            return record.get(ValueLayout.JAVA_LONG, 0) == NONE ? Optional.empty() : Optional.of(record.getString(TEXT_AT));
        });
    }

    /** Writes a text, of which an end that has no room, with a zero behind it, is left out between two characters. */
    private static void write(String text, MemorySegment record) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, RECORD_BYTES - TEXT_AT - 1);
        while (length < bytes.length && (bytes[length] & 0xC0) == 0x80) {
            length--;
        }
        record.asSlice(TEXT_AT).copyFrom(MemorySegment.ofArray(Arrays.copyOf(bytes, length)));
    }

    private static void lower(MemorySegment inout, MemorySegment in) {
        if (in.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) < inout.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)) {
            inout.copyFrom(in);
        }
    }
}
