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

    @Option(names = {NAME}, paramLabel = "W,...", description = "Mean power from a meter of your own: one number for all hosts together, "
            + "or one for each host. It replaces what the hosts report, and gives GFLOPS/W (docs/energy.md).")
    private String watts;

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
