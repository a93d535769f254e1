package hplhetero.run.help;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The texts of {@code --help}, {@code --help-all} and the man pages. {@code --help} of a command with many options shows the common ones
 * alone; all other texts show all options, below headings. The texts are made from a second set of the commands, which is never run. In
 * picocli only groups have headings, and where an option of a group comes twice ({@code -N 1 --nb 2 -N 3}) it silently forgets the group's
 * other options.
 *
 * <p>An option may have former names, which are taken but not shown: these are its long names behind the first long one.
 *
 * @param commands makes a new set of all commands
 */
public record GroupedHelp(Supplier<CommandLine> commands) implements IHelpFactory {
    /** The option that shows the help text with all options. Each command has it; no text but {@code --help} lists it. */
    public static final String ALL = "--help-all";
    /** The most options that {@code --help} shows without being asked for all. */
    private static final int MOST_SHOWN = 15;

    /** Returns the text of {@code --help}: of a command with more than {@value #MOST_SHOWN} options only the common ones. */
    @Override
    public Help create(CommandSpec spec, ColorScheme colours) {
        CommandSpec command = named(spec);
        if (isLong(command)) {
            shorten(command);
            return new Help(command, colours);
        }
        return inFull(spec, colours);
    }

    /** Returns the text of {@code --help-all}: all options, below headings. */
    public Help inFull(CommandSpec spec, ColorScheme colours) {
        CommandSpec command = named(spec);
        group(command.commandLine());
        return new Help(command, colours);
    }

    /** Returns whether a command has so many options that {@code --help} shows the common ones alone. */
    public static boolean isLong(CommandSpec command) {
        return shown(command) > MOST_SHOWN;
    }

    /** Returns the root of all commands, with their options below headings. */
    public CommandLine all() {
        CommandLine root = commands.get();
        group(root);
        return root;
    }

    /** Returns the command of the same name, such as {@code hpl net draw}, from a new set of commands. */
    private CommandSpec named(CommandSpec spec) {
        String[] name = spec.qualifiedName(" ").split(" ");
        CommandLine command = commands.get();
        for (int i = 1; i < name.length; i++) {
            command = command.getSubcommands().get(name[i]);
        }
        return command.getCommandSpec();
    }

    /** Returns the number of options that users are told of, without those that show a text about the program. */
    private static int shown(CommandSpec command) {
        return (int) command.options().stream().filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp()).count();
    }

    /** Leaves a command the options that are common, required, or in a group of picocli's, with the first sentence of what they do. */
    private static void shorten(CommandSpec command) {
        int all = shown(command);
        for (OptionSpec option : List.copyOf(command.options())) {
            if (option.group() == null) {
                command.remove(option);
                if (option.required() || field(option).filter(field -> field.isAnnotationPresent(Common.class)).isPresent()) {
                    command.addOption(current(option).description(firstSentence(option)).build());
                }
            }
        }
        command.addOption(OptionSpec.builder(ALL).description("Show all " + all + " options.").build());
        command.usageMessage().abbreviateSynopsis(true);
    }

    private static String firstSentence(OptionSpec option) {
        String first = String.join(" ", option.description()).split("\\. ", 2)[0];
        return first.endsWith(".") ? first : first + ".";
    }

    private static void group(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        Map<Topic, ArgGroupSpec.Builder> groups = new EnumMap<>(Topic.class);
        for (OptionSpec option : List.copyOf(spec.options())) {
            if (option.group() == null && !option.hidden()) {
                spec.remove(option);
                OptionSpec current = current(option).build();
                topic(option).ifPresentOrElse(found -> groups.computeIfAbsent(found, GroupedHelp::empty).addArg(current),
                        () -> spec.addOption(current));
            }
        }
        // a synopsis with all options in one line would tell nothing
        spec.usageMessage().abbreviateSynopsis(!spec.argGroups().isEmpty() || !groups.isEmpty());
        groups.values().forEach(group -> spec.addArgGroup(group.build()));
        command.getSubcommands().values().stream().distinct().forEach(GroupedHelp::group);
    }

    private static ArgGroupSpec.Builder empty(Topic topic) {
        return ArgGroupSpec.builder().heading("%n" + topic.title() + ":%n").order(topic.ordinal()).exclusive(false).validate(false);
    }

    /** Returns a new option like this one, but without former names. */
    static OptionSpec.Builder current(OptionSpec option) {
        String name = name(option);
        return OptionSpec.builder(option).names(Arrays.stream(option.names())
                .filter(each -> !each.startsWith("--") || each.equals(name)).toArray(String[]::new));
    }

    /** Returns the name of an option that users are told: its first long name, or its only name. */
    static String name(OptionSpec option) {
        return Arrays.stream(option.names()).filter(each -> each.startsWith("--")).findFirst().orElse(option.names()[0]);
    }

    private static Optional<Topic> topic(OptionSpec option) {
        return field(option).flatMap(field -> Optional.ofNullable(field.getAnnotation(Heading.class))
                .or(() -> Optional.ofNullable(field.getDeclaringClass().getAnnotation(Heading.class))).map(Heading::value));
    }

    private static Optional<Field> field(OptionSpec option) {
        return option.userObject() instanceof Field field ? Optional.of(field) : Optional.empty();
    }
}
