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

/** How ranks tell each other where to connect, before they are connected. */
interface Bootstrap {
    int rank();

    int size();

    String hostName();

    /** Brings rank 0's text to all. Collective. */
    String broadcast(String text);

    /** Brings all ranks' texts to rank 0; elsewhere gives nothing. Collective. */
    List<String> gather(String text);

    /** Through the transport's own messages. */
    static Bootstrap over(Communicator world) {
        return new OverTransport(world);
    }

    /** Texts in fields of fixed size, ended by a zero; what is longer is cut. */
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

        private static MemorySegment field(String text, int bytes) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            MemorySegment field = Arena.ofAuto().allocate(bytes, Long.BYTES);
            MemorySegment.copy(encoded, 0, field, JAVA_BYTE, 0, Math.min(encoded.length, bytes - 1));
            return field;
        }
    }
}
