package hplhetero.run.net;

import hplhetero.run.help.UsageText;
import hplhetero.run.net.bench.BenchCommand;
import hplhetero.run.net.lids.LidsCommand;
import hplhetero.run.net.probe.ProbeCommand;
import hplhetero.run.net.study.StudyCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code hpl net}, which has no action of its own, only subcommands. */
@Command(name = "net", mixinStandardHelpOptions = true,
        subcommands = {NetPredictCommand.class, SimulateCommand.class, BenchCommand.class, ProbeCommand.class, DrawCommand.class,
            LidsCommand.class, StudyCommand.class},
        header = "Predicts, simulates and measures collectives on a network.",
        description = {"A file describes the network and where the ranks sit in it (docs/topology-file.md).", ""})
public final class NetCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given: give one of " + UsageText.commands(spec.commandLine()));
    }
}
