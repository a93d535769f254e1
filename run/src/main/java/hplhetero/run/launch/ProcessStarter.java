package hplhetero.run.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A way of starting processes on the hosts. */
enum ProcessStarter {
    /** Open MPI's mpirun, whose daemon on a host is orted (version 5: prted). */
    OPEN_MPI("openmpi", List.of("mpirun.openmpi", "mpirun", "orterun"), "Open MPI", List.of("orted", "prted")) {
        @Override
        List<String> arguments(HostList hosts, RemoteShell shell) {
            List<String> words = new ArrayList<>(List.of("--host", hosts.text(), "-np", String.valueOf(hosts.size()), "--bind-to", "none",
                    "--mca", "plm_rsh_agent", shell.program(), "--mca", "orte_abort_on_non_zero_status", "1", "-wdir", "/"));
            // lets a host that vanishes be noticed within seconds, not minutes
            words.addAll(List.of("--mca", "oob_tcp_keepalive_time", "1", "--mca", "oob_tcp_keepalive_intvl", "1",
                    "--mca", "oob_tcp_keepalive_probes", "3"));
            if ("root".equals(System.getProperty("user.name"))) {
                words.add("--allow-run-as-root");
            }
            return words;
        }
    },
    /** MPICH's Hydra, which Intel MPI and MVAPICH have too. Its daemon on a host is hydra_pmi_proxy. */
    MPICH("mpich", List.of("mpiexec.mpich", "mpiexec.hydra", "mpiexec"), "HYDRA", List.of("hydra_pmi_proxy")) {
        @Override
        List<String> arguments(HostList hosts, RemoteShell shell) {
            return List.of("-hosts", hosts.text(), "-n", String.valueOf(hosts.size()), "-launcher", "ssh", "-launcher-exec",
                    shell.program(),
                    "-wdir", "/");
        }
    },
    /** No launcher: this program starts the ranks, which send messages by MPJ Express. */
    MPJ("mpj", List.of(), "", List.of(HostSurvey.MPJ)),
    /** No launcher, and nothing to install: ranks use this program's own protocols, each pair of ranks over the best network. */
    LLC("llc", List.of(), "", List.of()),
    /** No launcher: ranks use this program's own protocols over TCP only. */
    LLC_TCP("llc:tcp", List.of(), "", List.of()),
    /** No launcher: ranks of one host use this program's own protocols over shared memory. */
    LLC_SHM("llc:shm", List.of(), "", List.of()),
    /** No launcher: ranks use this program's own protocols over UCX, which each host must have. */
    LLC_UCX("llc:ucx", List.of(), "", List.of()),
    /** No launcher: ranks use this program's own protocols over uTofu, on a machine that has Tofu. */
    LLC_UTOFU("llc:utofu", List.of(), "", List.of());

    private final String word;
    private final List<String> programs;
    private final String version;
    private final List<String> daemons;

    /**
     * Makes a way of starting processes.
     *
     * @param word     the word by which the user asks for this starter
     * @param programs names of the launcher's program, the best first; empty: this program starts the ranks itself
     * @param version  word that the launcher's version text contains
     * @param daemons  names of programs of which each host must have one; empty: none is needed
     */
    ProcessStarter(String word, List<String> programs, String version, List<String> daemons) {
        this.word = word;
        this.programs = programs;
        this.version = version;
        this.daemons = daemons;
    }

    /** Returns the word by which the user asks for this starter. */
    String word() {
        return word;
    }

    /** Returns the name of the program that each host must have for this way of starting processes, for messages. */
    String daemon() {
        return daemons.getFirst();
    }

    /**
     * Returns the launcher's options that stand before the command; none where this program starts the ranks itself.
     *
     * @param hosts the hosts and their ranks
     * @param shell the remote shell that the launcher is to use
     */
    List<String> arguments(HostList hosts, RemoteShell shell) {
        return List.of();
    }

    /** Returns the role of the processes that this starter starts. */
    ChildProcesses.Kind kind() {
        return gathers() ? ChildProcesses.Kind.RANK
                : this == MPICH ? ChildProcesses.Kind.LAUNCHER_OF_SHELLS : ChildProcesses.Kind.LAUNCHER;
    }

    /** Returns whether this program starts the ranks itself. */
    boolean gathers() {
        return programs.isEmpty();
    }

    /** Returns whether a host has what this way of starting processes needs there. */
    boolean isOn(HostSurvey host) {
        return daemons.isEmpty() || daemons.stream().anyMatch(host.has()::contains);
    }

    /** Returns the launcher on this host; empty when it is not installed, or none is needed. */
    Optional<String> program() {
        return programs.stream().flatMap(program -> onPath(program).stream()).filter(this::isIt).findFirst();
    }

    /** Returns whether a program is the launcher of this MPI. A program named {@code mpirun} may belong to another one. */
    private boolean isIt(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version").redirectErrorStream(true).start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes()).contains(version);
        } catch (IOException cannot) {
            return false;
        }
    }

    private static Optional<String> onPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":")).map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable).map(Path::toString).findFirst();
    }
}
