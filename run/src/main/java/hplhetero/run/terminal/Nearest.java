package hplhetero.run.terminal;

import hplhetero.input.text.InputException.UnknownWord;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The word that a user who mistyped is likely to have meant, as picocli judges it. */
public final class Nearest {
    private Nearest() {
    }

    /** Returns a hint at a word of a closed set, such as {@code ; did you mean 1ring?}; empty where none is near. */
    public static String hint(UnknownWord word) {
        // picocli measures nearness for commands only, so the words pose as commands
        CommandSpec commands = CommandSpec.create().name("");
        word.known().forEach(known -> commands.addSubcommand(known, CommandSpec.create()));
        return hint(first(new UnmatchedArgumentException(new CommandLine(commands), List.of(word.found()))));
    }

    /** Returns a hint at a command or an option; empty where none is near. */
    public static String hint(UnmatchedArgumentException unknown) {
        return hint(first(unknown));
    }

    private static Optional<String> first(UnmatchedArgumentException unknown) {
        return unknown.getSuggestions().stream().findFirst().map(String::strip);
    }

    private static String hint(Optional<String> nearest) {
        return nearest.map(word -> "; did you mean " + word + "?").orElse("");
    }
}
