package hplhetero.comm;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Test classes run by a rank that is a process, at the same time as by all others, over communicators of its world. */
public final class RankTests {
    private RankTests() {
    }

    /**
     * Runs all tests but those with these tags; prints how many passed, and what failed.
     *
     * @return the exit code
     */
    public static int run(Communicator world, List<String> classes, String... excludedTags) {
        Ranks.runOver((ranks, rankMain) -> runPart(world, ranks, rankMain));
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(classes.stream().map(name -> selectClass(name)).toList())
                .filters(TagFilter.excludeTags(excludedTags)).build(), summary);
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
                Runtime.getRuntime().halt(1); // the other ranks would wait for this one: its failure detector tells them
            }
            part.free();
        }
    }
}
