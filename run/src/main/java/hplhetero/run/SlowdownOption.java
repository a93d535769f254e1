package hplhetero.run;

import hplhetero.hpl.problem.Slowdown;
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

    @Option(names = {NAME}, paramLabel = "F,...", description = "Slow down the kernels of each rank by a factor >= 1, to try a mixed "
            + "cluster on one machine. Give one factor for each rank. 2@40%%:4 is 2, and 4 from 40 %% of the columns on; 2@10s:4 is 4 "
            + "from 10 seconds on. Each rank has one worker, unless --workers says more.")
    private String text;

    /**
     * Returns the slowdown of each rank, by rank; empty when no rank is to be slowed.
     *
     * @param settings the settings of HPL.dat, used where the option is not given
     * @param ranks    number of ranks of the run
     * @throws InputException when a slowdown is none that {@link Slowdown#parse} reads, or there are not as many factors as ranks
     */
    List<Slowdown> slowdowns(Settings settings, int ranks) {
        return settings.choose(Key.SLOWDOWN, text, t -> slowdowns(t, ranks)).orElse(List.of());
    }

    /**
     * Returns the slowdown of each rank, by rank, for a command that reads no HPL.dat; empty when no rank is to be slowed.
     *
     * @param ranks number of ranks of the run
     * @throws InputException when a slowdown is none that {@link Slowdown#parse} reads, or there are not as many factors as ranks
     */
    List<Slowdown> slowdowns(int ranks) {
        return text == null ? List.of() : slowdowns(text, ranks);
    }

    private static List<Slowdown> slowdowns(String text, int ranks) {
        List<Slowdown> slowdowns = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            try {
                slowdowns.add(Slowdown.parse(item));
            } catch (IllegalArgumentException refused) {
                throw new InputException(NAME + " " + text + ": " + refused.getMessage(), refused);
            }
        }
        if (slowdowns.size() != ranks) {
            throw new InputException(NAME + " " + text + ": has " + slowdowns.size() + " factor(s) for " + ranks
                    + " rank(s): give one factor for each rank");
        }
        return List.copyOf(slowdowns);
    }
}
