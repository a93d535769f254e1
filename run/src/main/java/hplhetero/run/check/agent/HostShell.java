package hplhetero.run.check.agent;

import java.io.IOException;
import java.util.List;

/** Starts this program on other hosts. */
@FunctionalInterface
public interface HostShell {

    /**
     * Starts {@code hpl ARGUMENTS} there. Standard input, output and error of the process are those of the program; when its
     * standard input is closed here, it ends there.
     *
     * @param host      as the user wrote it
     * @param arguments of hpl, such as {@code agent}
     */
    Process start(String host, List<String> arguments) throws IOException;
}
