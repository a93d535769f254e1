package hplhetero.run.burnin;

import hplhetero.run.check.agent.HostShell;
import hplhetero.run.launch.LocalProgram;
import hplhetero.run.launch.OwnHost;
import hplhetero.run.launch.RemoteProgram;
import hplhetero.run.launch.RemoteShell;
import hplhetero.run.option.HostsOption;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The ways to the hosts of a burn-in.
 *
 * @param shell   starts hpl on a host
 * @param answers tells whether a host can be reached
 * @param script  runs a script of the Bourne shell on a host that can be reached; takes the host, then the script
 */
record HostAccess(HostShell shell, Predicate<String> answers, BiConsumer<String, String> script) {
    /** Seconds within which a host must answer the question whether it lives. */
    private static final long ANSWER_SECONDS = 10;

    /** Returns the ways to hosts: by the remote shell, except to this host. */
    static HostAccess to(List<String> names, HostsOption hosts) {
        HostShell here = new LocalProgram();
        RemoteShell shell = hosts.shell();
        // a process on this host is ended directly, not by a script
        BiConsumer<String, String> script = (host, text) -> {
            if (!OwnHost.is(host)) {
                shell.run(host, text, RemoteShell.Input.NOTHING, ANSWER_SECONDS);
            }
        };
        if (names.stream().allMatch(OwnHost::is)) {
            return new HostAccess(here, host -> true, script);
        }
        HostShell there = new RemoteProgram(shell, hosts.packages());
        return new HostAccess((host, arguments) -> (OwnHost.is(host) ? here : there).start(host, arguments),
                host -> OwnHost.is(host) || isReached(shell, host), script);
    }

    /** Returns whether the remote shell reaches a host. */
    static boolean isReached(RemoteShell shell, String host) {
        return shell.run(host, "true", RemoteShell.Input.NOTHING, ANSWER_SECONDS).code() == 0;
    }
}
