package hplhetero.run.start;

import java.util.Map;

/** The command line that the user gave. */
public final class UserCommand {
    /** The variable in which the script {@code hpl} keeps the command line, also for ranks on other hosts. */
    public static final String VARIABLE = "HPL_COMMAND";
    /** The most characters that are kept: an argument may be as long as a file. */
    private static final int MOST = 2000;

    private UserCommand() {
    }

    /**
     * Returns the words of the command line, quoted for a shell, such as {@code hpl run -N 20000}; empty where the script did not start
     * this program.
     *
     * @param environment the environment of the process
     */
    public static String words(Map<String, String> environment) {
        String all = environment.getOrDefault(VARIABLE, "").strip();
        return all.length() <= MOST ? all : all.substring(0, MOST) + " ...";
    }
}
