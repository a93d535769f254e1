package hplhetero.run.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Finds long options written with one dash, such as {@code -NB 128}, which a parser of command lines reads as {@code -N B}. */
public final class SingleDash {
    private SingleDash() {
    }

    /**
     * Returns what to tell a user of the first long option that was written with one dash, such as {@code -NB: the option is --nb}; empty
     * where there is none. Words behind {@code --} are not looked at.
     *
     * @param root  the command of which {@code words} are the arguments
     * @param words words of the command line, subcommands included
     */
    public static Optional<String> found(CommandLine root, List<String> words) {
        CommandSpec command = root.getCommandSpec();
        for (String word : words) {
            CommandLine below = command.subcommands().get(word);
            if (below != null) {
                command = below.getCommandSpec();
            } else if (word.equals("--")) {
                return Optional.empty();
            } else {
                Optional<String> meant = meant(command, word);
                if (meant.isPresent()) {
                    return meant.map(option -> word + ": the option is " + option);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the option meant by a word such as -NB or -Ps; empty for -N128, a value glued to a short option. */
    private static Optional<String> meant(CommandSpec command, String word) {
        String name = word.split("=", 2)[0];
        if (!name.matches("-[A-Za-z][A-Za-z-]+")) {
            return Optional.empty();
        }
        String bare = name.substring(1).toLowerCase(Locale.ROOT);
        // HPL.dat calls its lists Ns, NBs, Ps
        List<String> likely = bare.endsWith("s") ? List.of(bare, bare.substring(0, bare.length() - 1)) : List.of(bare);
        return likely.stream().map(each -> "--" + each).filter(command.optionsMap()::containsKey).findFirst();
    }
}
