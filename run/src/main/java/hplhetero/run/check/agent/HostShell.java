package hplhetero.run.check.agent;

import java.io.IOException;
import java.util.List;

/** Starts this program on other hosts. */
@FunctionalInterface
public interface HostShell {

    /**
     * Starts {@code hpl ARGUMENTS} on a host. Standard input, output and error of the returned process are those of the program. When its
     * standard input is closed here, it ends there too.
     *
     * @param host      the host, as the user wrote it
     * @param arguments arguments of hpl, such as {@code agent}
     */
    Process start(String host, List<String> arguments) throws IOException;
}
