package hplhetero.run;

import hplhetero.run.dist.DistCommand;
import hplhetero.run.help.CompletionCommand;
import hplhetero.run.help.GroupedHelp;
import hplhetero.run.history.CompareCommand;
import hplhetero.run.history.HistoryCommand;
import hplhetero.run.history.ImportCommand;
import hplhetero.run.job.Build;
import hplhetero.run.net.NetCommand;
import hplhetero.run.report.ReportCommand;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code hpl}: nothing but its subcommands. */
@Command(name = "hpl", mixinStandardHelpOptions = true, versionProvider = HplCommand.Version.class,
        header = "The High-Performance Linpack benchmark in Java.",
        description = "Start with './hpl run': it sizes a test to this machine and runs it.",
        subcommands = {RunCommand.class, PlanCommand.class, PredictCommand.class, CalibrateCommand.class, BlasCommand.class,
                DevicesCommand.class,
                CheckCommand.class, ReportCommand.class, HistoryCommand.class, CompareCommand.class, ImportCommand.class, NetCommand.class,
                DistCommand.class, CompletionCommand.class, AgentCommand.class, HelpCommand.class})
final class HplCommand implements Runnable {
    /** Options below their headings. */
    static final GroupedHelp HELP = new GroupedHelp(() -> new CommandLine(new HplCommand()));

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given: one of " + commands(spec.commandLine()));
    }

    /** The subcommands that users give. */
    static String commands(CommandLine command) {
        return command.getSubcommands().entrySet().stream().filter(named -> !named.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey).collect(Collectors.joining(", "));
    }

    /** From the jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"hpl-hetero " + Build.version() + ", Java " + Runtime.version()};
        }
    }
}
