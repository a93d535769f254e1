package hplhetero.run.sweep;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The note of a run whose process columns span several sites: rows are then swapped by spread-roll, whatever SWAP says. */
final class SwapNote {
    private SwapNote() {
    }

    /**
     * Returns the note for people; empty when rows are swapped as SWAP says.
     *
     * @param parts whether rows of a test are swapped between sites
     */
    static Optional<String> of(List<HplCase> cases, Predicate<HplCase> parts) {
        List<HplCase> parted = cases.stream().filter(parts).toList();
        if (parted.isEmpty()) {
            return Optional.empty();
        }
        String exchange = parted.stream().map(HplCase::swap).anyMatch(swap -> swap != SwapAlgorithm.SPREAD_ROLL)
                ? "is spread-roll, whatever was asked for, and sends each row of U" : "sends each row of U";
        String where = parted.size() == cases.size() ? "" : " in " + parted.size() + " of " + cases.size() + " tests";
        return Optional.of("SWAP" + where + " " + exchange + " to each other site once, because process columns have ranks at several "
                + "sites; ranks of a site then share their rows evenly");
    }
}
