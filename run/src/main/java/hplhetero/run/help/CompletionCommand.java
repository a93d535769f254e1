package hplhetero.run.help;

import hplhetero.input.text.OptionText;
import hplhetero.run.terminal.ExitCode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** The command {@code hpl completion}, which prints the script by which a shell completes command lines. */
@Command(name = "completion", mixinStandardHelpOptions = true, header = "Prints a script with which a shell completes command lines.",
        description = {"The Tab key then completes commands, options, their words, and file names.", ""},
        footer = {"", "For this shell (bash or zsh):",
            "  source <(./hpl completion)",
            "For every bash of a user, or of all users, with Debian's bash-completion:",
            "  ./hpl completion bash > ~/.local/share/bash-completion/completions/hpl",
            "  ./hpl completion bash > /usr/share/bash-completion/completions/hpl",
            "For every zsh; put the second line into ~/.zshrc:",
            "  ./hpl completion zsh > ~/.hpl-completion",
            "  source ~/.hpl-completion"})
public final class CompletionCommand implements Callable<Integer> {
    private static final String BASH = "bash";
    private static final String ZSH = "zsh";

    private final Supplier<CommandLine> all;

    @Parameters(arity = "0..1", paramLabel = "bash|zsh", defaultValue = BASH, completionCandidates = Shells.class,
            description = "The shell (default: ${DEFAULT-VALUE}).")
    private String shell;

    /** The names of the shells that have a script. */
    private static final class Shells extends Candidates {
        /** Makes the list that completion offers. */
        Shells() {
            super(() -> List.of(BASH, ZSH));
        }
    }

    /**
     * Makes the command that prints the script.
     *
     * @param all makes a new set of all commands
     */
    public CompletionCommand(Supplier<CommandLine> all) {
        this.all = all;
    }

    @Override
    public Integer call() {
        OptionText.oneOf("completion", shell, List.of(BASH, ZSH), Function.identity());
        CommandLine commands = all.get();
        prepare(commands);
        System.out.print(AutoComplete.bash("hpl", commands));
        return ExitCode.OK;
    }

    /**
     * Changes a set of commands, which is never run, for picocli's script. The script keeps an option's words under its label, so two
     * options of one label would both get the words of one. For enums it uses the names of constants. So each option gets a label of its
     * own, and enums get the words that users give. Former names of options are not offered.
     */
    private static void prepare(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options())) {
            if (option.group() == null && !option.hidden()) {
                OptionSpec.Builder current = GroupedHelp.current(option);
                if (option.completionCandidates() != null) {
                    List<String> words = StreamSupport.stream(option.completionCandidates().spliterator(), false)
                            .map(word -> option.type().isEnum() ? word.toLowerCase(Locale.ROOT) : word).toList();
                    current.paramLabel(GroupedHelp.name(option)).completionCandidates(words);
                }
                spec.remove(option);
                spec.addOption(current.build());
            }
        }
        command.getSubcommands().values().forEach(CompletionCommand::prepare);
    }
}
