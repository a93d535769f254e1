package hplhetero.comm.transport.mpi;

import hplhetero.comm.CommException;
import hplhetero.comm.RankTests;
import hplhetero.comm.Ranks;
import hplhetero.comm.TransportOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The program of a rank that runs test classes, at the same time as all other ranks, over communicators of MPI. Its
 * arguments: the MPI library, "-" where it is to be looked for; the limit from which on messages get a type of their own;
 * the names of the classes.
 */
final class TestsOverMpi {
    private TestsOverMpi() {
    }

    public static void main(String[] arguments) {
        Optional<Path> library = arguments[0].equals("-") ? Optional.empty() : Optional.of(Path.of(arguments[0]));
        TransportOptions options = new TransportOptions(System.getenv(), library, Optional.empty(),
                TransportOptions.USUAL_STALL_TIMEOUT, TestsOverMpi::end);
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
