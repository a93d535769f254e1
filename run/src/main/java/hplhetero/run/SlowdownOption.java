package hplhetero.run;

import hplhetero.input.InputException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The emulation of ranks of unlike speed; common to the commands that start ranks. */
final class SlowdownOption {
    private static final String NAME = "--emulate-slowdown";

    @Option(names = {NAME}, paramLabel = "F,...", description = "Slow the kernels of each rank by a factor, to try a mixed "
            + "cluster on one machine: as many factors >= 1 as ranks. One worker a rank, unless --workers says more.")
    private String text;

    /**
     * The factors by rank, empty when nothing is to be slowed.
     *
     * @throws InputException when they are no numbers &gt;= 1, or not as many as ranks
     */
    List<Double> factors(int ranks) {
        if (text == null) {
            return List.of();
        }
        List<Double> factors = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            factors.add(factor(item.strip()));
        }
        if (factors.size() != ranks) {
            throw new InputException(NAME + " " + text + ": has " + factors.size() + " factor(s) for " + ranks
                    + " rank(s): give P x Q of them");
        }
        return List.copyOf(factors);
    }

    private double factor(String item) {
        try {
            double factor = Double.parseDouble(item);
            if (factor >= 1 && Double.isFinite(factor)) {
                return factor;
            }
        } catch (NumberFormatException notANumber) {
            // falls through to the refusal
        }
        throw new InputException(NAME + " " + text + ": expected numbers >= 1, found `" + item + "`");
    }
}
