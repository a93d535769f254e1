package hplhetero.run;

import hplhetero.run.burnin.BurnInCommand;
import hplhetero.run.dist.DistCommand;
import hplhetero.run.help.CompletionCommand;
import hplhetero.run.help.GroupedHelp;
import hplhetero.run.help.UsageText;
import hplhetero.run.history.CompareCommand;
import hplhetero.run.history.HistoryCommand;
import hplhetero.run.history.ImportCommand;
import hplhetero.run.history.RankCommand;
import hplhetero.run.history.Top500Command;
import hplhetero.run.job.Build;
import hplhetero.run.net.NetCommand;
import hplhetero.run.report.ReportCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code hpl}, which has no action of its own, only subcommands. */
@Command(name = "hpl", mixinStandardHelpOptions = true, versionProvider = HplCommand.Version.class,
        header = "The High-Performance Linpack benchmark (HPL) in Java.",
        description = "Start with './hpl run'. It chooses a test that suits this machine, and runs it.")
final class HplCommand implements Runnable {
    private static final String HELP_COMMAND = "help";

    /** The layout of help texts, which lists options below their headings. */
    static final GroupedHelp HELP = new GroupedHelp(HplCommand::withAll);

    /** Makers of the subcommands by the word that users give, in the order of the help text. */
    private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("run", RunCommand::new);
        COMMANDS.put("resume", ResumeCommand::new);
        COMMANDS.put("plan", PlanCommand::new);
        COMMANDS.put("predict", PredictCommand::new);
        COMMANDS.put("calibrate", CalibrateCommand::new);
        COMMANDS.put("blas", BlasCommand::new);
        COMMANDS.put("devices", DevicesCommand::new);
        COMMANDS.put("check", CheckCommand::new);
        COMMANDS.put("burnin", BurnInCommand::new);
        COMMANDS.put("report", ReportCommand::new);
        COMMANDS.put("history", HistoryCommand::new);
        COMMANDS.put("compare", CompareCommand::new);
        COMMANDS.put("rank", RankCommand::new);
        COMMANDS.put("import", ImportCommand::new);
        COMMANDS.put("top500", Top500Command::new);
        COMMANDS.put("net", NetCommand::new);
        COMMANDS.put("dist", DistCommand::new);
        COMMANDS.put("completion", () -> new CompletionCommand(HplCommand::withAll));
        COMMANDS.put("agent", AgentCommand::new);
        COMMANDS.put(BurnInCommand.ON_HOST, BurnInHostCommand::new);
        COMMANDS.put(HELP_COMMAND, HelpCommand::new);
    }

    @Option(names = GroupedHelp.ALL, scope = ScopeType.INHERIT, hidden = true, description = "Show all options.")
    private boolean helpAll;

    @Spec
    private CommandSpec spec;

    /** Returns a command line with all subcommands. */
    static CommandLine withAll() {
        CommandLine line = new CommandLine(new HplCommand());
        COMMANDS.forEach((word, command) -> line.addSubcommand(word, command.get()));
        return line;
    }

    /**
     * Returns a command line with only the subcommand that the arguments name, or with all where they name none. Each rank of a run starts
     * with one: reading all subcommands takes a tenth of a second.
     */
    static CommandLine forArguments(String... args) {
        Supplier<Object> named = args.length == 0 || args[0].equals(HELP_COMMAND) ? null : COMMANDS.get(args[0]);
        return named == null ? withAll() : new CommandLine(new HplCommand()).addSubcommand(args[0], named.get());
    }

    /** Returns the words that name a subcommand. */
    static Set<String> words() {
        return COMMANDS.keySet();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given: give one of " + UsageText.commands(spec.commandLine()));
    }

    /** The version text, from the jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"hpl-hetero " + Build.version() + ", Java " + Runtime.version()};
        }
    }
}
