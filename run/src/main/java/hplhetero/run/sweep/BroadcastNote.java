package hplhetero.run.sweep;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A note for runs on several sites, where a panel's broadcast is only in part the one that BCAST names. The T/V column does not tell. */
final class BroadcastNote {
    private BroadcastNote() {
    }

    /**
     * Returns the note for people; empty when every broadcast is the one that T/V names.
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

    /** Returns all broadcasts that a test may use. */
    private static Stream<BroadcastAlgorithm> all(HplCase one) {
        return Stream.concat(Stream.of(one.broadcast()), one.steps().all().stream().map(StepChoice::broadcast));
    }
}
