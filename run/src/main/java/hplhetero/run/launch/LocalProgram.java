package hplhetero.run.launch;

import hplhetero.run.check.agent.HostShell;
import java.io.IOException;
import java.util.List;

/** Starts this build of {@code hpl} on this host, without a remote shell. */
public final class LocalProgram implements HostShell {
    private final Application application = Application.here();

    @Override
    public Process start(String host, List<String> arguments) throws IOException {
        return new ProcessBuilder(Launch.command(application, arguments)).start();
    }
}
