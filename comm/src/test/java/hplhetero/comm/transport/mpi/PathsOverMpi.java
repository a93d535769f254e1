package hplhetero.comm.transport.mpi;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.pattern;
import static hplhetero.comm.Ranks.zeros;
import static java.lang.foreign.ValueLayout.ADDRESS;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.Request;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.InfiniBandPort;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import hplhetero.network.topology.PathTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program of a rank that sends by a table of paths: tells which variables its C library has, when a long message has gone to the next
 * rank and one has come from the one before. Its arguments: the folder of InfiniBand's adapters; the path of each rank, with commas.
 */
final class PathsOverMpi {
    private static final int LONG_BYTES = 1 << 20;
    private static final long MOST_BYTES = 4096;

    private PathsOverMpi() {
    }

    public static void main(String[] arguments) {
        int[] paths = Arrays.stream(arguments[1].split(",")).mapToInt(Integer::parseInt).toArray();
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put(InfiniBandPort.FOLDER_VARIABLE, arguments[0]);
        TransportOptions options = new TransportOptions(environment, Map.of(), LivenessTimeouts.USUAL,
                failure -> Runtime.getRuntime().halt(1)).over(PathTable.of(paths.length, (from, to) -> paths[from]));
        try (MpiTransport transport = MpiTransport.open(options)) {
            if (transport.leads()) {
                System.out.println(transport.description());
            }
            transport.run(transport.ranks().getAsInt(), PathsOverMpi::tell);
        } catch (CommException e) {
            if (!e.isToldByRank0()) {
                System.out.println("refused: " + e.getMessage());
            }
            System.exit(1);
        }
        System.exit(0);
    }

    private static int tell(Communicator world) {
        MemorySegment in = zeros(LONG_BYTES);
        Request receive = world.irecv(in, (world.rank() + world.size() - 1) % world.size(), 0);
        Request send = world.isend(pattern(LONG_BYTES, world.rank()), (world.rank() + 1) % world.size(), 0);
        await(receive);
        await(send);
        assertPattern(in, (world.rank() + world.size() - 1) % world.size(), "from the rank before");
        try (Arena arena = Arena.ofConfined()) {
            System.out.println("rank " + world.rank() + " has " + Stream.of("UCX_IB_LID_PATH_BITS", "UCX_TLS", "UCX_RNDV_SCHEME")
                    .map(name -> name + "=" + getenv(name, arena)).collect(Collectors.joining(" ")) + ".");
        }
        return 0;
    }

    @SuppressWarnings("restricted") // the C library says no length
    private static String getenv(String name, Arena arena) {
        try {
            MemorySegment value = (MemorySegment) Downcall.to(NativeLibrary.system().find("getenv").orElseThrow(), ADDRESS, ADDRESS)
                    .invokeExact(arena.allocateFrom(name));
            return value.equals(MemorySegment.NULL) ? "-" : value.reinterpret(MOST_BYTES).getString(0);
        } catch (Throwable e) {
            throw new AssertionError("getenv", e);
        }
    }
}
