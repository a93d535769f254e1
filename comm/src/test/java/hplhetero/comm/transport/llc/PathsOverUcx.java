package hplhetero.comm.transport.llc;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;

import hplhetero.comm.Communicator;
import hplhetero.comm.Request;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.network.topology.PathTable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The program of a rank that sends a short and a long message to each other rank over UCX, by the path of each pair. */
final class PathsOverUcx {
    /** Bytes of a message that goes by rendezvous, in segments. */
    static final int LONG_BYTES = 600_001;
    private static final int SHORT_BYTES = 1_000;

    private PathsOverUcx() {
    }

    /** Returns a table of four paths that differ at each rank and are not those of the way back. */
    static PathTable table(int ranks) {
        return PathTable.of(ranks, (from, to) -> (3 * from + 2 * to + (from > to ? 1 : 0)) % 4);
    }

    public static void main(String[] ranks) {
        TransportOptions options = TransportOptions.usual(failure -> Runtime.getRuntime().halt(1))
                .over(table(Integer.parseInt(ranks[0])));
        int code;
        try (Transport transport = new LlcProvider.Ucx().open(options)) {
            if (transport.leads()) {
                System.out.println(transport.description());
            }
            code = transport.run(transport.ranks().getAsInt(), PathsOverUcx::exchange);
        }
        System.exit(code);
    }

    private static int exchange(Communicator world) {
        for (int bytes : new int[] {SHORT_BYTES, LONG_BYTES}) {
            List<MemorySegment> came = new ArrayList<>();
            List<Request> requests = new ArrayList<>();
            for (int peer = 0; peer < world.size(); peer++) {
                came.add(zeros(bytes));
                if (peer != world.rank()) {
                    requests.add(world.irecv(came.get(peer), peer, 0));
                    requests.add(world.isend(pattern(bytes, world.rank() * world.size() + peer), peer, 0));
                }
            }
            for (Request request : requests) {
                await(request);
            }
            for (int peer = 0; peer < world.size(); peer++) {
                if (peer != world.rank()) {
                    assertPattern(came.get(peer), peer * world.size() + world.rank(), bytes + " bytes from " + peer);
                }
            }
        }
        return 0;
    }
}
