package hplhetero.run.launch;

import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.agent.UnusableHostException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Starts this build of {@code hpl} on other hosts, and copies it there first where it is missing. A host that cannot be used is one
 * exception, and no end for the others.
 */
public final class RemoteProgram implements HostShell {
    private final RemoteShell shell;
    private final Application application = Application.here();

    /** @param shell the way to them */
    public RemoteProgram(RemoteShell shell) {
        this.shell = shell;
    }

    /** @throws IOException saying what the host lacks */
    @Override
    public Process start(String host, List<String> arguments) throws IOException {
        HostSurvey survey = survey(host);
        if (survey.app().isEmpty()) {
            String problem = application.send(shell, host);
            if (!problem.isEmpty()) {
                throw new UnusableHostException("the application cannot be copied there (" + problem + ")",
                        "make room in ~/.cache there, or copy this folder to the same place");
            }
            survey = survey(host);
        }
        if (survey.java().isEmpty()) {
            throw new UnusableHostException(survey.javaProblem(), Launch.JAVA_REMEDY);
        }
        // a start-up cache is made by the first run: many at once, and hosts that share a folder, would only hold each other up
        return shell.start(host, "HPL_NO_AOT=1 " + Launch.command(application, arguments).stream().map(Shell::quote)
                .collect(Collectors.joining(" ")));
    }

    private HostSurvey survey(String host) throws IOException {
        HostSurvey survey = HostSurvey.of(List.of(host), shell, application, Launch.MPJ_HOME).get(host);
        if (!survey.reached()) {
            throw new IOException("cannot be reached by " + shell.program() + " (" + survey.problem() + ")");
        }
        return survey;
    }
}
