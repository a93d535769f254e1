package hplhetero.run;

import hplhetero.input.Settings;
import hplhetero.input.Settings.Key;
import hplhetero.input.text.InputException;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that emulates ranks of unlike speed; common to the commands that start ranks. */
@Heading(Topic.KERNELS)
final class SlowdownOption {
    private static final String NAME = "--emulate-slowdown";
    private static final int MOST = 1_000_000;

    @Option(names = {NAME}, paramLabel = "F,...", description = "Slow down the kernels of each rank by a factor >= 1, to try a mixed "
            + "cluster on one machine. Give one factor for each rank. Each rank has one worker, unless --workers says more.")
    private String text;

    /**
     * Returns the slowdown factor of each rank, by rank; empty when no rank is to be slowed.
     *
     * @param settings the settings of HPL.dat, used where the option is not given
     * @param ranks    number of ranks of the run
     * @throws InputException when a factor is not a number &gt;= 1, or there are not as many factors as ranks
     */
    List<Double> factors(Settings settings, int ranks) {
        return settings.choose(Key.SLOWDOWN, text, t -> factors(t, ranks)).orElse(List.of());
    }

    /**
     * Returns the slowdown factor of each rank, by rank, for a command that reads no HPL.dat; empty when no rank is to be slowed.
     *
     * @param ranks number of ranks of the run
     * @throws InputException when a factor is not a number &gt;= 1, or there are not as many factors as ranks
     */
    List<Double> factors(int ranks) {
        return text == null ? List.of() : factors(text, ranks);
    }

    private static List<Double> factors(String text, int ranks) {
        List<Double> factors = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            factors.add(factor(text, item.strip()));
        }
        if (factors.size() != ranks) {
            throw new InputException(NAME + " " + text + ": has " + factors.size() + " factor(s) for " + ranks
                    + " rank(s): give one factor for each rank");
        }
        return List.copyOf(factors);
    }

    private static double factor(String text, String item) {
        try {
            double factor = Double.parseDouble(item);
            if (factor >= 1 && factor <= MOST) {
                return factor;
            }
            if (factor > MOST) {
                throw new InputException(NAME + " " + text + ": expected factors up to " + MOST + ", found `" + item + "`");
            }
        } catch (NumberFormatException notANumber) {
            // a text that is no number is refused below
        }
        throw new InputException(NAME + " " + text + ": expected numbers >= 1, found `" + item + "`");
    }
}
