package hplhetero.run.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What starts processes on the hosts. */
enum ProcessStarter {
    /** Open MPI's mpirun; its daemon on a host is orted (version 5: prted). */
    OPEN_MPI("openmpi", List.of("mpirun.openmpi", "mpirun", "orterun"), "Open MPI", List.of("orted", "prted")) {
        @Override
        List<String> arguments(HostList hosts, RemoteShell shell) {
            List<String> words = new ArrayList<>(List.of("--host", hosts.text(), "-np", String.valueOf(hosts.size()), "--bind-to", "none",
                    "--mca", "plm_rsh_agent", shell.program(), "--mca", "orte_abort_on_non_zero_status", "1", "-wdir", "/"));
            // a host that vanishes is noticed within seconds, not minutes
            words.addAll(List.of("--mca", "oob_tcp_keepalive_time", "1", "--mca", "oob_tcp_keepalive_intvl", "1",
                    "--mca", "oob_tcp_keepalive_probes", "3"));
            if ("root".equals(System.getProperty("user.name"))) {
                words.add("--allow-run-as-root");
            }
            return words;
        }
    },
    /** MPICH's Hydra, also of Intel MPI and MVAPICH; its daemon on a host is hydra_pmi_proxy. */
    MPICH("mpich", List.of("mpiexec.mpich", "mpiexec.hydra", "mpiexec"), "HYDRA", List.of("hydra_pmi_proxy")) {
        @Override
        List<String> arguments(HostList hosts, RemoteShell shell) {
            return List.of("-hosts", hosts.text(), "-n", String.valueOf(hosts.size()), "-launcher", "ssh", "-launcher-exec",
                    shell.program(),
                    "-wdir", "/");
        }
    },
    /** No launcher: the ranks are started by this program, over MPJ Express. */
    MPJ("mpj", List.of(), "", List.of(HostSurvey.MPJ)),
    /** No launcher, and nothing to install: over this program's own protocols, each pair of ranks by the best network. */
    LLC("llc", List.of(), "", List.of()),
    /** The same by TCP only. */
    LLC_TCP("llc:tcp", List.of(), "", List.of()),
    /** The same among ranks of one host. */
    LLC_SHM("llc:shm", List.of(), "", List.of()),
    /** The same by UCX, which each host must have. */
    LLC_UCX("llc:ucx", List.of(), "", List.of()),
    /** The same by uTofu, on a machine that has Tofu. */
    LLC_UTOFU("llc:utofu", List.of(), "", List.of());

    private final String word;
    private final List<String> programs;
    private final String version;
    private final List<String> daemons;

    ProcessStarter(String word, List<String> programs, String version, List<String> daemons) {
        this.word = word;
        this.programs = programs;
        this.version = version;
        this.daemons = daemons;
    }

    /** By which the user asks for it. */
    String word() {
        return word;
    }

    /** What must be on each host, for a message. */
    String daemon() {
        return daemons.getFirst();
    }

    /** Options of the launcher, before the command; of this program, none. */
    List<String> arguments(HostList hosts, RemoteShell shell) {
        return List.of();
    }

    /** What its processes are to this one. */
    ChildProcesses.Kind kind() {
        return gathers() ? ChildProcesses.Kind.RANK
                : this == MPICH ? ChildProcesses.Kind.LAUNCHER_OF_SHELLS : ChildProcesses.Kind.LAUNCHER;
    }

    /** Whether this program starts the ranks itself. */
    boolean gathers() {
        return programs.isEmpty();
    }

    boolean isOn(HostSurvey host) {
        return daemons.isEmpty() || daemons.stream().anyMatch(host.has()::contains);
    }

    /** The launcher on this host; empty when it is not installed, or needs none. */
    Optional<String> program() {
        return programs.stream().flatMap(program -> onPath(program).stream()).filter(this::isIt).findFirst();
    }

    /** {@code mpirun} may be of another MPI. */
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
