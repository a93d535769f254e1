package hplhetero.run.help;

import hplhetero.input.text.InputException.UnknownWord;
import hplhetero.run.terminal.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in the form of this program's messages: what, the words as they were found, and a remedy. */
public final class UsageText {
    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> REAL = Set.of(double.class, Double.class);

    private UsageText() {
    }

    /** Returns one line that says what is wrong, with a hint at the help text. */
    public static String of(ParameterException problem) {
        return sentence(problem) + " (see ./" + problem.getCommandLine().getCommandSpec().qualifiedName() + " --help)";
    }

    /** Returns the names of the subcommands that users give, without hidden ones, with commas between. */
    public static String commands(CommandLine command) {
        return command.getSubcommands().entrySet().stream().filter(named -> !named.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey).collect(Collectors.joining(", "));
    }

    private static String sentence(ParameterException problem) {
        CommandSpec command = problem.getCommandLine().getCommandSpec();
        return switch (problem) {
            case UnmatchedArgumentException unknown -> unknown(unknown);
            case MissingParameterException missing -> missing(command, missing.getMissing());
            case OverwrittenOptionException twice -> name(twice.getOverwritten()) + ": given twice: give it once";
            case MutuallyExclusiveArgsException several -> alternatives(command) + ": several given: give one of them";
            case MaxValuesExceededException several -> alternatives(command) + ": given twice: give one of them, once";
            default -> problem.getArgSpec() != null && problem.getValue() != null ? value(problem.getArgSpec(), problem.getValue())
                    : problem.getMessage();
        };
    }

    private static String unknown(UnmatchedArgumentException unknown) {
        String word = unknown.getUnmatched().getFirst();
        if (unknown.isUnknownOption()) {
            return word.split("=", 2)[0] + ": unknown option" + Nearest.hint(unknown);
        }
        if (unknown.getCommandLine().getSubcommands().isEmpty()) {
            return "`" + word + "`: one word too many: drop it";
        }
        return "`" + word + "`: unknown command: give one of " + commands(unknown.getCommandLine()) + Nearest.hint(unknown);
    }

    /** Says what to give in place of what is missing. An option without a value and an option that is left out read alike. */
    private static String missing(CommandSpec command, List<ArgSpec> missing) {
        ArgSpec first = missing.getFirst();
        if (first instanceof PositionalParamSpec) {
            return first.paramLabel() + ": not given: write './" + command.qualifiedName() + " "
                    + command.positionalParameters().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" ")) + "'";
        }
        boolean anyOf = first.group() != null && first.group().exclusive() && missing.size() > 1;
        return anyOf ? alternatives(command) + ": none given: give one of them" : name(first) + ": no value given: give "
                + name(first) + " " + first.paramLabel();
    }

    /** Returns the options of which one is to be given; a command has at most one group of them. */
    private static String alternatives(CommandSpec command) {
        return command.argGroups().stream().flatMap(group -> group.args().stream()).map(UsageText::name).collect(Collectors.joining(", "));
    }

    private static String value(ArgSpec arg, String found) {
        if (arg.type() == boolean.class) {
            return name(arg) + "=" + found + ": takes no value: drop `=" + found + "`";
        }
        if (arg.type().isEnum()) {
            List<String> words = Arrays.stream(arg.type().getEnumConstants()).map(word -> word.toString().toLowerCase(Locale.ROOT))
                    .toList();
            return refused(arg, "one of " + String.join(", ", words), found, "give one of these")
                    + Nearest.hint(new UnknownWord(found, words));
        }
        if (WHOLE.contains(arg.type())) {
            return refused(arg, "a whole number", found, "give one such as 4");
        }
        return REAL.contains(arg.type()) ? refused(arg, "a number", found, "give one such as 2.5")
                : refused(arg, arg.paramLabel(), found, "give such a value");
    }

    private static String refused(ArgSpec arg, String expected, String found, String remedy) {
        return "option " + name(arg) + ": expected " + expected + ", found `" + found + "`: " + remedy;
    }

    /** Returns the name by which users give an argument; of an option with a short name this name, as other messages have it. */
    private static String name(ArgSpec arg) {
        return arg instanceof OptionSpec option
                ? Stream.of(option.names()).filter(name -> name.length() == 2).findFirst().orElseGet(() -> GroupedHelp.name(option))
                : arg.paramLabel();
    }
}
