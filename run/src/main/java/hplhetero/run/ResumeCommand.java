package hplhetero.run;

import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.CheckpointOption;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.MapWords;
import hplhetero.run.option.OutputOptions;
import hplhetero.run.option.SparesOption;
import hplhetero.run.option.TransportOption;
import hplhetero.run.option.WordLists;
import hplhetero.run.resume.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code hpl resume}, which goes on with a run whose state was kept by {@code hpl run --checkpoint}. */
@Command(name = "resume", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Goes on with a run that was broken off.",
        description = {"Takes the state that 'hpl run --checkpoint FOLDER' has kept, and the options of that run. Options given here "
                + "replace them. Ranks may be on other hosts. With fewer ranks than before, a new map is planned for them.", ""},
        footer = {"", "Examples:",
            "  ./hpl resume states",
            "  ./hpl resume states --hosts node1,node3",
            "", "Exit code: 0 all tests passed, 1 a test failed, was skipped or is not finished, 2 the state or an option cannot be "
                + "used, 130 ended by Ctrl-C."})
final class ResumeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FOLDER", description = "The folder that was given to --checkpoint.")
    private Path folder;

    @Common
    @Heading(Topic.PLAN)
    @Option(names = {"--map"}, paramLabel = "MAP", completionCandidates = WordLists.Maps.class,
            description = "Plan a new map for these ranks: auto, cyclic, cells, weighted or shared. Default: the map as it was, or auto "
                    + "where there are fewer ranks than before.")
    private String map;

    @Common
    @Heading(Topic.RANKS)
    @Option(names = {"--ranks"}, paramLabel = "n", description = "Number of ranks, on this host alone. Default: as many as before.")
    private String ranks;

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private SparesOption spares = new SparesOption();

    @Mixin
    private TransportOption transport = new TransportOption();

    @Mixin
    private OutputOptions outputs = new OutputOptions();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Optional<Integer> launched = hosts.launched(transport.mpjHome(), spares.keeping(Optional.of(folder),
                CheckpointOption.ALWAYS));
        if (launched.isPresent()) {
            return launched.get();
        }
        Optional.ofNullable(map).ifPresent(MapWords::requested);
        OptionalInt count = ranks == null ? OptionalInt.empty() : OptionalInt.of(OptionText.integer("--ranks", ranks, 1));
        RunCommand run = new RunCommand(Optional.of(folder), Optional.ofNullable(map), count);
        // The command needs a parent, which knows the words of the command line.
        CommandLine line = new CommandLine(new HplCommand()).addSubcommand("run", run).setOverwrittenOptionsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true);
        try {
            line.parseArgs(words().toArray(String[]::new));
        } catch (ParameterException cannot) {
            throw new InputException("resume " + folder + ": the options of the run cannot be used: " + cannot.getMessage(), cannot);
        }
        return run.call();
    }

    /** Returns the words of the run's command line, followed by the options given here. */
    private List<String> words() {
        List<String> words = new ArrayList<>(new RunFolder(folder).words());
        List<String> mine = new ArrayList<>(HostsOption.others(spec.commandLine().getParent().getParseResult().originalArgs()));
        mine.remove("resume");
        mine.remove(folder.toString());
        words.addAll(mine);
        return words;
    }
}
