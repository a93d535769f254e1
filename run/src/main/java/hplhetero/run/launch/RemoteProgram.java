package hplhetero.run.launch;

import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.agent.UnusableHostException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Starts this build of {@code hpl} on other hosts, after copying it there where it is missing. A host that cannot be used causes an
 * exception of its own and does not affect the others.
 */
public final class RemoteProgram implements HostShell {
    private final RemoteShell shell;
    private final Delivery delivery;

    /**
     * Makes a starter that has started nothing yet.
     *
     * @param shell    the remote shell that reaches the hosts
     * @param packages the packages for hosts that lack a Java
     */
    public RemoteProgram(RemoteShell shell, Packages packages) {
        this.shell = shell;
        this.delivery = new Delivery(Application.here(), packages, shell, Launch.MPJ_HOME);
    }

    /**
     * Starts {@code hpl} with these arguments on a host.
     *
     * @throws IOException saying what the host lacks
     */
    @Override
    public Process start(String host, List<String> arguments) throws IOException {
        Map<String, HostSurvey> survey = delivery.ask(List.of(host));
        if (!survey.get(host).reached()) {
            throw new IOException("cannot be reached by " + shell.name() + " (" + survey.get(host).problem() + ")");
        }
        Delivery.Problem problem = delivery.bring(survey).get(host);
        if (problem != null) {
            throw new UnusableHostException(problem.what(), problem.remedy());
        }
        // the first run would make a start-up cache; many of them at once, and hosts that share a folder, would only delay each other
        return shell.start(host, "HPL_NO_AOT=1 " + Launch.command(delivery.application(), arguments).stream().map(Shell::quote)
                .collect(Collectors.joining(" ")));
    }
}
