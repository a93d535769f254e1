package hplhetero.comm.transport.mpi;

import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.RankTests;
import hplhetero.comm.Ranks;
import hplhetero.comm.TransportOptions;
import java.util.List;
import java.util.Map;

/**
 * The program of a rank that runs test classes, at the same time as all other ranks, over communicators of MPI. Its
 * arguments: the MPI library, "-" where it is to be looked for; the limit from which on messages get a type of their own;
 * the names of the classes.
 */
final class TestsOverMpi {
    private TestsOverMpi() {
    }

    public static void main(String[] arguments) {
        Map<String, String> library = arguments[0].equals("-") ? Map.of() : Map.of(MpiProvider.LIBRARY, arguments[0]);
        TransportOptions options = new TransportOptions(System.getenv(), library, LivenessTimeouts.USUAL, TestsOverMpi::end);
        int code;
        try (MpiTransport transport = MpiTransport.open(options, Long.parseLong(arguments[1]))) {
            if (transport.leads()) {
                System.out.println(transport.description());
            }
            code = transport.run(transport.ranks().getAsInt(), world ->
                    RankTests.run(world, List.of(arguments).subList(2, arguments.length), Ranks.ONE_JVM));
        }
        System.exit(code);
    }

    private static void end(CommException failure) {
        System.err.println(failure.getMessage());
        Runtime.getRuntime().halt(1);
    }
}
