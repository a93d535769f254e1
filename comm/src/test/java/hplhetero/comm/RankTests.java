package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherConfig;
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
        LauncherFactory.create().execute(request(classes, excludedTags), summary);
        summary.getSummary().printFailuresTo(new PrintWriter(System.err, true));
        System.out.println("rank " + world.rank() + ": passed=" + summary.getSummary().getTestsSucceededCount()
                + " failed=" + summary.getSummary().getTotalFailureCount());
        return summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1;
    }

    /**
     * Runs all tests but those with these tags over a transport whose ranks are threads, at most so many; fails when one of them does.
     *
     * @return how many passed
     */
    public static long passOver(Transport transport, int mostRanks, List<String> classes, String... excludedTags) {
        Ranks.runOver((ranks, rankMain) -> {
            if (ranks <= mostRanks) {
                transport.run(ranks, communicator -> {
                    rankMain.accept(communicator);
                    return 0;
                });
            }
        });
        try {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherConfig noOtherListeners = LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build();
            LauncherFactory.create(noOtherListeners).execute(request(classes, excludedTags), summary);
            StringWriter failures = new StringWriter();
            summary.getSummary().printFailuresTo(new PrintWriter(failures, true));
            assertThat(summary.getSummary().getTotalFailureCount()).as(failures.toString()).isZero();
            return summary.getSummary().getTestsSucceededCount();
        } finally {
            Ranks.runOverThreads();
        }
    }

    private static LauncherDiscoveryRequest request(List<String> classes, String... excludedTags) {
        return LauncherDiscoveryRequestBuilder.request().selectors(classes.stream().map(name -> selectClass(name)).toList())
                .filters(TagFilter.excludeTags(excludedTags)).build();
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
