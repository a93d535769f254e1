package hplhetero.run;

import hplhetero.blas.KernelException;
import hplhetero.comm.CommException;
import hplhetero.input.text.InputException;
import hplhetero.results.format.UnwritableException;
import hplhetero.run.help.GroupedHelp;
import hplhetero.run.help.UsageText;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.start.LaunchedRank;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.LastLine;
import hplhetero.run.terminal.Messages;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.SingleDash;
import hplhetero.run.terminal.StandardError;
import hplhetero.run.terminal.Terminal;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The program's entry point: reads the command line, runs the command, and turns a failure into one message. */
public final class Main {
    /** Widest help text, in columns. Longer lines are hard to read. */
    private static final int USUAL_HELP_COLUMNS = 80;
    /** Narrowest help text, in columns. picocli accepts no fewer. */
    private static final int LEAST_HELP_COLUMNS = 55;

    private Main() {
    }

    /** Runs the command that the arguments name, and ends the process with its exit code. */
    public static void main(String[] args) {
        StandardError.open();
        Terminal.open();
        // threads other than a rank's own report what they throw here
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> ErrorReport.tell(problem));
        System.exit(execute(args));
    }

    /** Runs a command line within this process and returns its exit code. The line that says how a run ended is printed last. */
    static int execute(String... args) {
        ErrorReport.reset();
        LastLine.set(null);
        int exitCode = written(executed(args));
        LastLine.show();
        return exitCode;
    }

    /** Returns the exit code, but failure where standard output could not be written: a result that nobody received does not count. */
    private static int written(int exitCode) {
        try {
            Terminal.checkOut();
            return exitCode;
        } catch (UnwritableException cannot) {
            ErrorReport.tell(cannot);
            return Math.max(exitCode, ExitCode.FAILED);
        }
    }

    private static int executed(String... given) {
        OutputDevice.reset();
        StandardError.setQuiet(List.of(given).contains(DisplayOptions.QUIET));
        PrintStream out = System.out;
        String[] args;
        try {
            args = XhplArguments.read(List.of(given), System.getenv(), HplCommand.words(), Path.of("")).toArray(String[]::new);
        } catch (InputException unlike) {
            if (LaunchedRank.isFirst(System.getenv())) {
                ErrorReport.tell(unlike);
            }
            return ExitCode.USAGE;
        }
        CommandLine line = HplCommand.forArguments(args);
        boolean full = List.of(args).contains(GroupedHelp.ALL);
        line.setHelpFactory(full ? HplCommand.HELP::inFull : HplCommand.HELP);
        // a word that begins with @ is no file of further words
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(Math.clamp(Display.USUAL.out().columns(), LEAST_HELP_COLUMNS, USUAL_HELP_COLUMNS));
        line.setParameterExceptionHandler((problem, ignored) -> misused(problem));
        line.setExecutionExceptionHandler((problem, ignored, parsed) -> broken(problem));
        Optional<String> singleDash = SingleDash.found(line, List.of(args));
        if (singleDash.isPresent()) {
            return misused(new ParameterException(line, singleDash.get()));
        }
        try {
            return line.execute(Stream.of(args).map(word -> word.equals(GroupedHelp.ALL) ? "--help" : word).toArray(String[]::new));
        } catch (OutOfMemoryError tooLittle) {
            return broken(tooLittle);
        } finally {
            System.setOut(out);
        }
    }

    private static int misused(ParameterException problem) {
        ErrorReport.trace(problem);
        if (LaunchedRank.isFirst(System.getenv())) {
            StandardError.say(UsageText.of(problem));
        }
        return ExitCode.USAGE;
    }

    private static int broken(Throwable problem) {
        Throwable cause = Messages.cause(problem);
        if (problem instanceof CommException end && end.isToldByRank0()) {
            ErrorReport.trace(problem);
            return ExitCode.FAILED;
        }
        ErrorReport.tell(problem);
        return cause instanceof InputException || cause instanceof KernelException ? ExitCode.USAGE : ExitCode.FAILED;
    }
}
