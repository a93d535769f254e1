package hplhetero.run.terminal;

import hplhetero.input.text.InputException.UnknownWord;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What somebody who has mistyped a word is likely to have meant, as picocli judges it. */
public final class Nearest {
    private Nearest() {
    }

    /** Of a closed set: {@code ; did you mean 1ring?}, empty where none is near. */
    public static String hint(UnknownWord word) {
        // picocli's measure is its own; it is lent for commands
        CommandSpec commands = CommandSpec.create().name("");
        word.known().forEach(known -> commands.addSubcommand(known, CommandSpec.create()));
        return hint(first(new UnmatchedArgumentException(new CommandLine(commands), List.of(word.found()))));
    }

    /** Of commands and options. */
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
