package hplhetero.run.option;

import hplhetero.input.text.InputException;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.launch.HostList;
import hplhetero.run.launch.Launch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option for hosts that take the place of lost ones in a run that keeps its state. */
@Heading(Topic.RANKS)
public final class SparesOption {
    static final String NAME = "--spares";

    @Option(names = {NAME}, paramLabel = "e,f,...", description = "With --hosts and a state in a folder that all hosts share: hosts that "
            + "take the place of hosts that are lost. The run then goes on by itself from its last state (docs/checkpoint.md).")
    private String spares;

    /**
     * Returns how a run keeps its state.
     *
     * @param folder  folder of the state; empty: the run keeps none
     * @param signals signals at which the ranks keep the state and end
     * @throws InputException when there are spare hosts, and no state from which they could go on
     */
    public Launch.Keeping keeping(Optional<Path> folder, List<String> signals) {
        if (spares != null && folder.isEmpty()) {
            throw new InputException(NAME + " " + spares + ": a spare host goes on from a state of the run, and none is kept: add "
                    + "--checkpoint FOLDER");
        }
        return new Launch.Keeping(folder, signals, spares == null ? List.of() : HostList.parse(spares).names());
    }
}
