package hplhetero.run.launch;

import hplhetero.run.check.agent.HostShell;
import java.io.IOException;
import java.util.List;

/** Starts this build of {@code hpl} on this host, without a remote shell. */
public final class LocalProgram implements HostShell {
    private final Application application = Application.here();

    @Override
    public Process start(String host, List<String> arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Launch.command(application, arguments));
        // the first run would make a start-up cache, and many of them at once would only delay each other
        builder.environment().put("HPL_NO_AOT", "1");
        return builder.start();
    }
}
