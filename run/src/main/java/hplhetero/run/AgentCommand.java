package hplhetero.run;

import hplhetero.run.check.agent.Agent;
import hplhetero.run.facts.HostProbe;
import hplhetero.run.job.Build;
import hplhetero.run.option.BlasOption;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code hpl agent}, which {@code hpl check} starts on each host. Users do not call it. */
@Command(name = "agent", hidden = true, mixinStandardHelpOptions = true,
        header = "Answers 'hpl check' on standard input and output, until the input ends.")
final class AgentCommand implements Callable<Integer> {
    @Mixin
    private BlasOption blasOption = new BlasOption();

    @Override
    public Integer call() throws IOException {
        PrintStream answers = System.out;
        // Only answers may go to standard output, so everything else is printed to standard error.
        System.setOut(System.err);
        new Agent(new HostProbe(Build.version(), Build.identity()), blasOption.options()).serve(System.in, answers);
        return ExitCode.OK;
    }
}
