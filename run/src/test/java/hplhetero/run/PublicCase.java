package hplhetero.run;

import java.util.List;

/**
 * One file in the form that people post in public, and what a command must do with it.
 *
 * @param file     the file's name in the test resource folder {@code cases}
 * @param command  the command line, words separated by blanks; {@code FILE} stands for the file's path, {@code HOME} for an empty folder
 * @param exitCode the exit code that the command must have
 * @param shown    texts that standard output and standard error together must contain
 */
record PublicCase(String file, String command, int exitCode, List<String> shown) {
    PublicCase(String file, String command, int exitCode, String... shown) {
        this(file, command, exitCode, List.of(shown));
    }

    @Override
    public String toString() {
        return file + ": " + command;
    }
}
