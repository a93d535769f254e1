package hplhetero.comm.transport.mpi;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The program that started this process, as far as the environment tells.
 *
 * @param name     name of the launcher, for people
 * @param families families of the libraries that the launcher goes with, the likeliest first
 * @param ranks    how many processes it started, where it says so
 * @param evidence the variable that tells of the launcher, with its value; empty where there is none
 */
record Launcher(String name, List<Family> families, OptionalInt ranks, String evidence) {

    /** A family of MPI libraries of one ABI and origin. */
    enum Family {
        OPEN_MPI, MPICH
    }

    private static final List<Family> OPEN_MPI_FIRST = List.of(Family.OPEN_MPI, Family.MPICH);
    private static final List<Family> MPICH_FIRST = List.of(Family.MPICH, Family.OPEN_MPI);

    /** Names of the variables in which launchers number their processes. */
    private static final List<String> RANKS = List.of("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
            "MV2_COMM_WORLD_RANK", "SLURM_PROCID");

    /** Finds the launcher from the process' environment variables. */
    static Launcher of(Map<String, String> environment) {
        if (environment.containsKey("OMPI_COMM_WORLD_SIZE")) {
            return known("Open MPI's mpirun", OPEN_MPI_FIRST, environment, "OMPI_COMM_WORLD_SIZE");
        }
        if (environment.containsKey("MPI_LOCALNRANKS")) {
            return known("Hydra's mpiexec", MPICH_FIRST, environment, "PMI_SIZE");
        }
        if (environment.containsKey("MV2_COMM_WORLD_SIZE")) {
            return known("MVAPICH's mpirun_rsh", MPICH_FIRST, environment, "MV2_COMM_WORLD_SIZE");
        }
        if (environment.containsKey("SLURM_STEP_NUM_TASKS")) {
            return known("srun", bySlurm(environment), environment, "SLURM_STEP_NUM_TASKS");
        }
        for (String variable : List.of("PMI_SIZE", "PMI_RANK", "PMI_FD")) {
            if (environment.containsKey(variable)) {
                return known("a PMI launcher", MPICH_FIRST, environment, variable);
            }
        }
        if (environment.containsKey("PMIX_RANK")) {
            return known("a PMIx launcher", onPath(environment), environment, "PMIX_RANK");
        }
        return new Launcher("no launcher", onPath(environment), OptionalInt.empty(), "");
    }

    /** Returns whether the launcher started this process as one of several. */
    boolean several() {
        return !evidence.isEmpty() && ranks.orElse(Integer.MAX_VALUE) > 1;
    }

    /** Returns whether this process is not the first one of those that were started. */
    static boolean isFollower(Map<String, String> environment) {
        return rankText(environment).filter(rank -> !rank.equals("0")).isPresent();
    }

    /** Returns the number that its launcher gave this process, where one did; MPI_COMM_WORLD may count otherwise. */
    static OptionalInt rank(Map<String, String> environment) {
        return number(rankText(environment).orElse(null));
    }

    private static Optional<String> rankText(Map<String, String> environment) {
        return RANKS.stream().map(environment::get).filter(Objects::nonNull).findFirst();
    }

    /** Returns a text for people: the name of the launcher, and the variable of the environment that tells of it. */
    String text() {
        return evidence.isEmpty() ? name : name + " (" + evidence + ")";
    }

    private static Launcher known(String name, List<Family> families, Map<String, String> environment, String variable) {
        String value = environment.get(variable);
        OptionalInt ranks = variable.contains("SIZE") || variable.contains("NUM") ? number(value) : OptionalInt.empty();
        return new Launcher(name, families, ranks, value == null ? "MPI_LOCALNRANKS" : variable + "=" + value);
    }

    private static OptionalInt number(String value) {
        try {
            return value == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value.strip()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * Returns the families that srun may go with. The old process manager interfaces of Slurm are those of MPICH; PMIx may be anybody's.
     */
    private static List<Family> bySlurm(Map<String, String> environment) {
        return environment.containsKey("PMI_FD") ? MPICH_FIRST : onPath(environment);
    }

    /**
     * Returns the family of the mpirun or mpiexec that the PATH names first, and after it the other one; Open MPI first where the name says
     * nothing.
     */
    private static List<Family> onPath(Map<String, String> environment) {
        Optional<String> program = LauncherPrograms.onPath(environment).stream().findFirst().map(p -> p.getFileName().toString());
        return program.filter(p -> p.contains("hydra") || p.contains("mpich")).isPresent() ? MPICH_FIRST : OPEN_MPI_FIRST;
    }
}
