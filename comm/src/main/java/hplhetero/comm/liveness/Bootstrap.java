package hplhetero.comm.liveness;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** The way in which ranks tell each other where to connect, before their heartbeat connections exist. */
interface Bootstrap {
    /** Returns this rank's number. */
    int rank();

    /** Returns the number of ranks. */
    int size();

    /** Returns the name of this rank's host. */
    String hostName();

    /** Brings rank 0's text to all ranks, and returns it. Collective. */
    String broadcast(String text);

    /** Brings the texts of all ranks to rank 0, and returns them indexed by rank; on other ranks returns an empty list. Collective. */
    List<String> gather(String text);

    /** Returns a bootstrap by the transport's own messages. */
    static Bootstrap over(Communicator world) {
        return new OverTransport(world);
    }

    /** Exchanges texts in fields of fixed size, each ended by a zero byte. A text that is longer than its field is cut. */
    record OverTransport(Communicator world) implements Bootstrap {
        private static final int TAG = Communicator.FIRST_RESERVED_TAG - 1;
        private static final int BROADCAST_BYTES = 8_192;
        private static final int GATHERED_BYTES = 2_048;

        @Override
        public int rank() {
            return world.rank();
        }

        @Override
        public int size() {
            return world.size();
        }

        @Override
        public String hostName() {
            return world.hostName();
        }

        @Override
        public String broadcast(String text) {
            MemorySegment buffer = field(text, BROADCAST_BYTES);
            Collectives.Broadcast broadcast = CollectiveAlgorithms.of(world).broadcast(BroadcastAlgorithm.TWO_RING, TAG);
            broadcast.start(buffer, 0);
            Await.done(broadcast);
            return buffer.getString(0);
        }

        @Override
        public List<String> gather(String text) {
            boolean root = world.rank() == 0;
            MemorySegment all = root ? Arena.ofAuto().allocate((long) world.size() * GATHERED_BYTES, Long.BYTES) : null;
            Collectives.Gather gather = CollectiveAlgorithms.of(world).gather(TAG);
            gather.start(field(text, GATHERED_BYTES), all, 0);
            Await.done(gather);
            return IntStream.range(0, root ? world.size() : 0).mapToObj(r -> all.getString((long) r * GATHERED_BYTES)).toList();
        }

        /** Returns a field of {@code bytes} bytes that holds the text in UTF-8, ended by a zero byte. */
        private static MemorySegment field(String text, int bytes) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            MemorySegment field = Arena.ofAuto().allocate(bytes, Long.BYTES);
            MemorySegment.copy(encoded, 0, field, JAVA_BYTE, 0, Math.min(encoded.length, bytes - 1));
            return field;
        }
    }
}
