package hplhetero.run.option;

import hplhetero.blas.environment.DataFolder;
import hplhetero.input.text.InputException;
import hplhetero.results.history.History;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.terminal.YesOrNo;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that says whether a command keeps and shows the results of earlier runs. */
@Heading(Topic.OUTPUT)
public final class HistoryOption {
    private static final String VARIABLE = "HPL_HISTORY";

    @Option(names = {"--history"}, paramLabel = "yes|no", description = "Keep the results for 'hpl history', and show earlier results in "
            + "reports (default: yes, or the value of HPL_HISTORY).")
    private YesOrNo wanted;

    /**
     * Returns the user's history; empty where {@code --history} or, without this option, the environment variable {@code HPL_HISTORY} says
     * no.
     *
     * @throws InputException where the option is not given and {@code HPL_HISTORY} says neither yes nor no
     */
    public Optional<History> history() {
        return wanted() == YesOrNo.YES ? Optional.of(new History(DataFolder.ofUser())) : Optional.empty();
    }

    private YesOrNo wanted() {
        String variable = System.getenv().getOrDefault(VARIABLE, "");
        return wanted != null ? wanted : variable.isEmpty() ? YesOrNo.YES : switch (variable) {
            case "yes" -> YesOrNo.YES;
            case "no" -> YesOrNo.NO;
            default -> throw new InputException("environment variable " + VARIABLE + "=" + variable + ": expected yes or no");
        };
    }
}
