package hplhetero.run.sweep;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The note of a run on several sites. There the broadcast that BCAST names, and that the column T/V shows, sends a panel within its owner's
 * site only.
 */
final class BroadcastNote {
    private BroadcastNote() {
    }

    /**
     * Returns the note for people; empty where no panel goes to another site, so that T/V names the whole broadcast.
     *
     * @param crosses whether panels of a test go to other sites
     */
    static Optional<String> of(List<HplCase> cases, Predicate<HplCase> crosses) {
        List<HplCase> crossing = cases.stream().filter(crosses).toList();
        if (crossing.isEmpty()) {
            return Optional.empty();
        }
        String names = crossing.stream().flatMap(BroadcastNote::all).distinct().map(BroadcastAlgorithm::hplName)
                .collect(Collectors.joining(", "));
        String where = crossing.size() == cases.size() ? "" : " in " + crossing.size() + " of " + cases.size() + " tests";
        return Optional.of("BCAST " + names + " of T/V" + where
                + " is used only within the site of a panel's owner: the panel goes once to each"
                + " other site, whose ranks pass it on in a chain");
    }

    /** Returns the broadcast of a test, and all others that its panel steps may take. */
    private static Stream<BroadcastAlgorithm> all(HplCase one) {
        return Stream.concat(Stream.of(one.broadcast()), one.steps().all().stream().map(StepChoice::broadcast));
    }
}
