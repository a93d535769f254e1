package hplhetero.run.launch;

import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.agent.UnusableHostException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Starts this build of {@code hpl} on other hosts, and copies it there first where it is missing. A host that cannot be used is one
 * exception, and no end for the others.
 */
public final class RemoteProgram implements HostShell {
    private final RemoteShell shell;
    private final Delivery delivery;

    /**
     * @param shell    the way to them
     * @param packages for those that lack a Java
     */
    public RemoteProgram(RemoteShell shell, Packages packages) {
        this.shell = shell;
        this.delivery = new Delivery(Application.here(), packages, shell, Launch.MPJ_HOME);
    }

    /** @throws IOException saying what the host lacks */
    @Override
    public Process start(String host, List<String> arguments) throws IOException {
        Map<String, HostSurvey> survey = delivery.ask(List.of(host));
        if (!survey.get(host).reached()) {
            throw new IOException("cannot be reached by " + shell.program() + " (" + survey.get(host).problem() + ")");
        }
        Delivery.Problem problem = delivery.bring(survey).get(host);
        if (problem != null) {
            throw new UnusableHostException(problem.what(), problem.remedy());
        }
        // a start-up cache is made by the first run: many at once, and hosts that share a folder, would only hold each other up
        return shell.start(host, "HPL_NO_AOT=1 " + Launch.command(delivery.application(), arguments).stream().map(Shell::quote)
                .collect(Collectors.joining(" ")));
    }
}
