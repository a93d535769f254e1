package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.help.GroupedHelp;
import hplhetero.run.help.UsageText;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** What each command tells a user who asks for help, or who mistypes. */
@Slow
final class HelpTest {
    private static final Help.ColorScheme PLAIN = Help.defaultColorScheme(Help.Ansi.OFF);
    /** More options than this, people do not read. */
    private static final int MOST = 16;
    private static final int MOST_LINES = 60;
    /** Words of picocli's own messages, and names of classes. */
    private static final String OTHERS = "Missing required|Unknown option|Unmatched|Invalid value|cannot convert|is not a|should be "
            + "specified|Expected parameter|mutually exclusive|expected only one match|Error: |java\\.|Exception";

    private static Stream<CommandSpec> commands() {
        return commands(HplCommand.withAll());
    }

    private static Stream<CommandSpec> commands(CommandLine command) {
        return Stream.concat(Stream.of(command.getCommandSpec()), command.getSubcommands().values().stream()
                .filter(below -> !below.getCommandSpec().usageMessage().hidden() && !below.getCommandName().equals("help"))
                .flatMap(HelpTest::commands));
    }

    private static String text(Help help) {
        return help.commandSpec().commandLine().setHelpFactory((spec, colours) -> help).getUsageMessage(PLAIN);
    }

    private static List<String> options(String text) {
        return text.lines().filter(line -> line.matches(" {2,6}(-\\w, )?--?[A-Za-z].*")).toList();
    }

    @Test
    void shouldShowFewOptionsAndExamplesOfALongCommand() {
        List<CommandSpec> known = commands().filter(GroupedHelp::isLong).toList();
        assertThat(known).hasSizeGreaterThan(10).allSatisfy(command -> {
            String text = text(HplCommand.HELP.create(command, PLAIN));
            assertThat(options(text)).as(text).hasSizeBetween(5, MOST);
            assertThat(text).containsSubsequence("--quiet", GroupedHelp.ALL, "Show all ", " options.", "Example", "./hpl ");
            assertThat(text.lines()).hasSizeLessThan(MOST_LINES);
        });
    }

    @Test
    void shouldShowFiveExamplesOfARun() {
        CommandSpec run = HplCommand.withAll().getSubcommands().get("run").getCommandSpec();
        String text = text(HplCommand.HELP.create(run, PLAIN));
        assertThat(options(text)).hasSize(14);
        assertThat(text.lines().filter(line -> line.startsWith("  ./hpl run"))).hasSize(5);
    }

    @Test
    void shouldShowAllOptionsByTheirPresentNamesWhereAllAreAskedFor() {
        assertThat(commands()).allSatisfy(command -> {
            String text = text(HplCommand.HELP.inFull(command, PLAIN));
            for (OptionSpec option : command.options()) {
                List<String> names = Arrays.stream(option.names()).filter(name -> name.startsWith("--")).toList();
                if (!option.hidden() && !names.isEmpty()) {
                    assertThat(text).containsPattern(names.getFirst() + "\\b");
                    assertThat(names.subList(1, names.size())).allSatisfy(former -> assertThat(options(text))
                            .noneMatch(line -> line.matches(".* " + former + "[ =,].*")));
                }
            }
        });
    }

    /** Where each command puts its result, its picture and the file for other commands. */
    @Test
    void shouldHaveOneNameForEachKindOfFile() {
        List<String> former = commands().flatMap(command -> command.options().stream()).flatMap(option -> {
            List<String> names = Arrays.stream(option.names()).filter(name -> name.startsWith("--")).toList();
            return names.stream().skip(1).map(name -> name + " " + names.getFirst());
        }).distinct().sorted().toList();
        assertThat(former).containsExactly("--gantt --picture", "--out --output", "--out --picture", "--out --write", "--save --json",
                "--svg --picture");
    }

    @Test
    void shouldSayInItsOwnWordsWhatIsWrongInACommandLine() {
        List<String> messages = new ArrayList<>();
        CommandLine root = HplCommand.withAll().setExpandAtFiles(false);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        for (CommandSpec command : commands(root).toList()) {
            List<String> name = List.of(command.qualifiedName(" ").split(" "));
            List<String> words = name.subList(1, name.size());
            wrong(messages, root, words, "--xyzzy");
            wrong(messages, root, words, "--xyzzy=1", "x");
            wrong(messages, root, words, "w1", "w2", "w3");
            wrong(messages, root, words);
            wrong(messages, root, words, "--topology=a");
            wrong(messages, root, words, "--topology=a", "--cluster=b");
            for (OptionSpec option : command.options()) {
                String given = option.names()[0];
                wrong(messages, root, words, given);
                wrong(messages, root, words, given, "1", given, "1");
                wrong(messages, root, words, given, given);
                wrong(messages, root, words, given + "=xyzzy");
            }
        }
        assertThat(messages).hasSizeGreaterThan(1000).allSatisfy(message -> assertThat(message).doesNotContainPattern(OTHERS)
                .containsPattern("^[^:]+: [^:]+: .+ \\(see \\./hpl.* --help\\)$|: unknown option.*\\(see|no command given: give one of"));
        assertThat(messages).anyMatch(message -> message.startsWith("--picture: no value given: give --picture FILE (see ./hpl net draw"))
                .anyMatch(message -> message.startsWith("OLD: not given: write './hpl compare OLD NEW' (see"))
                .anyMatch(message -> message.startsWith("-N: given twice: give it once"))
                .anyMatch(message -> message.startsWith("--secure=xyzzy: takes no value: drop `=xyzzy`"))
                .anyMatch(message -> message.startsWith("option --minutes: expected a number, found `xyzzy`: give one such as 2.5"))
                .anyMatch(message -> message.startsWith("--topology, --cluster: several given: give one of them"))
                .anyMatch(message -> message.startsWith("--topology, --cluster: none given: give one of them"));
    }

    /** Parses a command line, and keeps the message where something is wrong with it. */
    private static void wrong(List<String> messages, CommandLine root, List<String> command, String... arguments) {
        try {
            root.parseArgs(Stream.concat(command.stream(), Stream.of(arguments)).toArray(String[]::new));
        } catch (ParameterException problem) {
            messages.add(UsageText.of(problem));
        }
    }
}
