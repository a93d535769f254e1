package hplhetero.run.help;

import java.lang.reflect.Field;
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
 * Commands whose options stand below headings, for help and man pages. They are a second set of the commands, which is never run. In
 * picocli only groups have headings, and where an option of a group comes twice ({@code -N 1 --nb 2 -N 3}) it silently forgets the group's
 * other options.
 *
 * @param commands makes a new set of all commands
 */
public record GroupedHelp(Supplier<CommandLine> commands) implements IHelpFactory {

    @Override
    public Help create(CommandSpec spec, ColorScheme colours) {
        return new Help(of(spec.qualifiedName(" ").split(" ")), colours);
    }

    /** Returns the command of this name, such as {@code hpl net draw}, with its options below headings. */
    private CommandSpec of(String[] name) {
        CommandLine command = all();
        for (int i = 1; i < name.length; i++) {
            command = command.getSubcommands().get(name[i]);
        }
        return command.getCommandSpec();
    }

    /** Returns the root of all commands, with their options below headings. */
    public CommandLine all() {
        CommandLine root = commands.get();
        group(root);
        return root;
    }

    private static void group(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        Map<Topic, ArgGroupSpec.Builder> groups = new EnumMap<>(Topic.class);
        for (OptionSpec option : List.copyOf(spec.options())) {
            Optional<Topic> topic = option.group() == null ? topic(option) : Optional.empty();
            topic.ifPresent(found -> {
                spec.remove(option);
                groups.computeIfAbsent(found, GroupedHelp::empty).addArg(option);
            });
        }
        // a synopsis with all options in one line would tell nothing
        spec.usageMessage().abbreviateSynopsis(!spec.argGroups().isEmpty() || !groups.isEmpty());
        groups.values().forEach(group -> spec.addArgGroup(group.build()));
        command.getSubcommands().values().stream().distinct().forEach(GroupedHelp::group);
    }

    private static ArgGroupSpec.Builder empty(Topic topic) {
        return ArgGroupSpec.builder().heading("%n" + topic.title() + ":%n").order(topic.ordinal()).exclusive(false).validate(false);
    }

    private static Optional<Topic> topic(OptionSpec option) {
        if (!(option.userObject() instanceof Field field)) {
            return Optional.empty();
        }
        return Optional.ofNullable(field.getAnnotation(Heading.class))
                .or(() -> Optional.ofNullable(field.getDeclaringClass().getAnnotation(Heading.class))).map(Heading::value);
    }
}
