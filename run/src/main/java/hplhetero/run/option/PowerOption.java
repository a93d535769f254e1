package hplhetero.run.option;

import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for the power of the hosts by a meter of the user's own. */
@Heading(Topic.RANKS)
public final class PowerOption {
    private static final String NAME = "--watts";
    private static final String IDLE = "--idle-power";
    /** The most seconds. A run in which no rank advances for a minute counts as stalled. */
    private static final int MOST_IDLE_SECONDS = 30;

    @Option(names = {NAME}, paramLabel = "W,...", description = "Mean power from a meter of your own: one number for all hosts together, "
            + "or one for each host. It replaces what the hosts report, and gives GFLOPS/W (docs/energy.md).")
    private String watts;

    @Option(names = {IDLE}, paramLabel = "S", description = "Let all ranks do nothing for this many seconds before the tests, at most "
            + MOST_IDLE_SECONDS + ", and measure what the hosts take meanwhile. Lists of energy efficiency ask for it.")
    private Double idle;

    /**
     * Returns for how many seconds the idle power is measured before the tests; 0: not at all.
     *
     * @throws InputException when the number is not above 0, or too large
     */
    public double idleSeconds() {
        if (idle != null && !(idle > 0 && idle <= MOST_IDLE_SECONDS)) {
            throw new InputException(IDLE + " " + idle + ": must be more than 0, and at most " + MOST_IDLE_SECONDS + " seconds");
        }
        return idle == null ? 0 : idle;
    }

    /**
     * Returns the mean power, in watts, that the user's own meter has shown: one number for all hosts together, or one for each host, in
     * the order in which the user gave them; empty when none are given. Does not check the count against the hosts.
     *
     * @throws InputException when one is no number above 0
     */
    public List<Double> watts() {
        List<Double> numbers = new ArrayList<>();
        for (String one : watts == null ? new String[0] : watts.split(",", -1)) {
            double number = OptionText.real(NAME, one.strip());
            if (!(number > 0)) {
                throw new InputException("option " + NAME + ": expected numbers > 0, found `" + one
                        + "`: give what the meter shows, such as 35.5");
            }
            numbers.add(number);
        }
        return numbers;
    }
}
