package hplhetero.comm.transport.mpi;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.comm.TransportOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

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
            code = transport.run(transport.ranks().getAsInt(), world -> runTests(world, arguments));
        }
        System.exit(code);
    }

    private static void end(CommException failure) {
        System.err.println(failure.getMessage());
        Runtime.getRuntime().halt(1);
    }

    private static int runTests(Communicator world, String[] arguments) {
        Ranks.runOver((ranks, rankMain) -> runPart(world, ranks, rankMain));
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(arguments).skip(2).map(name -> selectClass(name)).toList())
                .filters(TagFilter.excludeTags(Ranks.ONE_JVM)).build(), summary);
        summary.getSummary().printFailuresTo(new PrintWriter(System.err, true));
        System.out.println("rank " + world.rank() + ": passed=" + summary.getSummary().getTestsSucceededCount()
                + " failed=" + summary.getSummary().getTotalFailureCount());
        return summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1;
    }

    /** The first so many ranks run the body; none do when there are not as many. */
    private static void runPart(Communicator world, int ranks, Consumer<Communicator> rankMain) {
        if (ranks > world.size()) {
            return;
        }
        Communicator part = world.split(world.rank() < ranks ? 0 : Communicator.NO_COLOR, 0);
        if (part != null) {
            try {
                rankMain.accept(part);
            } catch (Throwable thrown) {
                thrown.printStackTrace();
                Runtime.getRuntime().halt(1); // the other ranks would wait for this one: its lifeline tells them
            }
            part.free();
        }
    }
}
