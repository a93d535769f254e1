package hplhetero.run;

import hplhetero.blas.KernelException;
import hplhetero.comm.CommException;
import hplhetero.input.text.InputException;
import hplhetero.input.text.InputException.UnknownWord;
import hplhetero.results.format.UnwritableException;
import hplhetero.run.start.LaunchedRank;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.LastLine;
import hplhetero.run.terminal.Messages;
import hplhetero.run.terminal.Nearest;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.SingleDash;
import hplhetero.run.terminal.StandardError;
import hplhetero.run.terminal.Terminal;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

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

    private static int executed(String... args) {
        OutputDevice.reset();
        PrintStream out = System.out;
        CommandLine line = HplCommand.forArguments(args);
        line.setHelpFactory(HplCommand.HELP);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Double.class, text -> number(text, Double::valueOf, "a number"));
        line.registerConverter(double.class, text -> number(text, Double::valueOf, "a number"));
        line.registerConverter(Integer.class, text -> number(text, Integer::valueOf, "a whole number"));
        line.registerConverter(int.class, text -> number(text, Integer::valueOf, "a whole number"));
        line.setUsageHelpWidth(Math.clamp(Display.USUAL.out().columns(), LEAST_HELP_COLUMNS, USUAL_HELP_COLUMNS));
        line.setParameterExceptionHandler((problem, ignored) -> misused(problem));
        line.setExecutionExceptionHandler((problem, ignored, parsed) -> broken(problem));
        Optional<String> singleDash = SingleDash.found(line, List.of(args));
        if (singleDash.isPresent()) {
            return misused(new ParameterException(line, singleDash.get()));
        }
        try {
            return line.execute(args);
        } catch (OutOfMemoryError tooLittle) {
            return broken(tooLittle);
        } finally {
            System.setOut(out);
        }
    }

    private static <T> T number(String text, Function<String, T> parse, String expected) {
        try {
            return parse.apply(text);
        } catch (NumberFormatException no) {
            throw new TypeConversionException("expected " + expected + ", found `" + text + "`");
        }
    }

    private static int misused(ParameterException problem) {
        ErrorReport.trace(problem);
        if (LaunchedRank.isFirst(System.getenv())) {
            String command = problem.getCommandLine().getCommandSpec().qualifiedName();
            StandardError.say(message(problem) + " (see ./" + command + " --help)");
        }
        return ExitCode.USAGE;
    }

    /**
     * Returns picocli's message with a hint at what was likely meant. For a command or the value of an enum option it lists all that exist.
     */
    private static String message(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unknown) {
            boolean command = !unknown.isUnknownOption() && !unknown.getCommandLine().getSubcommands().isEmpty();
            String known = command ? ": give one of " + HplCommand.commands(unknown.getCommandLine()) : "";
            return problem.getMessage() + known + Nearest.hint(unknown);
        }
        if (problem.getArgSpec() instanceof OptionSpec option && option.type().isEnum() && problem.getValue() != null) {
            UnknownWord word = new UnknownWord(problem.getValue(), words(option.type()));
            return "Invalid value for option '" + option.longestName() + "': expected " + String.join(", ", word.known()) + ", found `"
                    + word.found() + "`" + Nearest.hint(word);
        }
        return problem.getMessage();
    }

    private static List<String> words(Class<?> values) {
        return Arrays.stream(values.getEnumConstants()).map(value -> value.toString().toLowerCase(Locale.ROOT)).toList();
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
