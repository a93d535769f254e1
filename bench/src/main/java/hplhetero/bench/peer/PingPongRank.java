package hplhetero.bench.peer;

import hplhetero.comm.Communicator;
import hplhetero.comm.PingPong;
import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;

/**
 * A rank of a ping-pong over a transport, which makes the same calls as pingpong.c. Rank 0 prints for each size the bytes, then the seconds
 * of half a round trip in the fastest block.
 */
public final class PingPongRank {
    private static final long PAGE = 4096;

    private PingPongRank() {
    }

    /**
     * Runs the ping-pong and prints the times.
     *
     * @param arguments the transport, then for each size: bytes, messages of a block, blocks that warm up, blocks that count
     */
    public static void main(String[] arguments) {
        String name = arguments[0];
        TransportProvider named = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(name)).findAny().orElseThrow();
        try (Transport transport = named.open(TransportOptions.usual(failure -> Runtime.getRuntime().halt(1)))) {
            if (transport.leads()) {
                System.out.println("# " + transport.description());
            }
            transport.run(2, comm -> measure(comm, arguments));
        }
    }

    private static int measure(Communicator comm, String[] arguments) {
        PingPong pingPong = new PingPong(comm, 1 - comm.rank(), 0, PingPongRank::spin);
        for (int i = 1; i + 3 < arguments.length; i += 4) {
            int bytes = Integer.parseInt(arguments[i]);
            int warming = Integer.parseInt(arguments[i + 2]);
            double best = Double.MAX_VALUE;
            MemorySegment out = Arena.ofAuto().allocate(bytes, PAGE).fill((byte) 1);
            MemorySegment in = Arena.ofAuto().allocate(bytes, PAGE).fill((byte) 2);
            for (int b = 0; b < warming + Integer.parseInt(arguments[i + 3]); b++) {
                double seconds = block(comm.rank() == 0, pingPong, out, in, Integer.parseInt(arguments[i + 1]));
                best = b >= warming && seconds < best ? seconds : best;
            }
            if (comm.rank() == 0) {
                System.out.println(bytes + " " + best);
            }
        }
        return 0;
    }

    /** Runs one block and returns the seconds of half a round trip. */
    private static double block(boolean asks, PingPong pingPong, MemorySegment out, MemorySegment in, int messages) {
        long start = System.nanoTime();
        for (int i = 0; i < messages; i++) {
            if (asks) {
                pingPong.sendThenReceive(out, in);
            } else {
                pingPong.answer(in, out);
            }
        }
        return (System.nanoTime() - start) / 1e9 / messages / 2;
    }

    private static void spin(Request message, int peer, long bytes) {
        while (message.poll() != Progress.DONE) {
            // a loop like that of MPI_Test in C: a spin hint would be a difference
        }
    }
}
