package hplhetero.comm.transport.llc.start.pmi;

import hplhetero.comm.CommException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program that started this process as one of several, as far as the environment tells.
 *
 * @param name     name of the program, for people
 * @param evidence the variable that tells of the program, with its value
 * @param way      how ranks learn of each other by it
 * @param first    whether this process is the first one of those it started
 */
public record Starter(String name, String evidence, Way way, boolean first) {

    /** The ways that starters offer for ranks to learn of each other. */
    public enum Way {
        /** PMIx: a library, which asks a process on each host. */
        PMIX,
        /** PMI 1: lines of text over an inherited socket. */
        PMI_1,
        /** No way that this program knows. */
        NONE
    }

    /**
     * A kind of starter, with the variables by which it is known.
     *
     * @param name name of the program, for people
     * @param mark variable that only processes of this kind of starter have
     * @param size variable that tells how many processes it started; {@code PMIX_RANK} where none tells
     * @param rank variable that tells the number of this process
     */
    private record Kind(String name, String mark, String size, String rank) {
        boolean started(Map<String, String> environment) {
            return environment.containsKey(mark);
        }
    }

    /** The kinds of starters, the innermost first: each may itself run under those that come later. */
    private static final List<Kind> KINDS = List.of(
            new Kind("Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
            new Kind("Hydra's mpiexec", "MPI_LOCALNRANKS", "PMI_SIZE", "PMI_RANK"),
            new Kind("MVAPICH's mpirun_rsh", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"),
            new Kind("srun", "SLURM_STEP_NUM_TASKS", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
            new Kind("a PMI launcher", "PMI_SIZE", "PMI_SIZE", "PMI_RANK"),
            new Kind("a PMIx launcher", PmixStore.RANK, PmixStore.RANK, PmixStore.RANK));

    /**
     * Returns the program, such as mpirun or srun, that started this process beside others; empty where none did, or it started only one.
     *
     * @param environment the process' environment variables
     */
    public static Optional<Starter> of(Map<String, String> environment) {
        return KINDS.stream().filter(kind -> kind.started(environment)).findFirst()
                .filter(kind -> kind.size().equals(PmixStore.RANK) || !"1".equals(environment.getOrDefault(kind.size(), "").strip()))
                .map(kind -> new Starter(kind.name(), kind.mark() + "=" + environment.get(kind.mark()), way(kind, environment),
                        environment.getOrDefault(kind.rank(), "0").strip().equals("0")));
    }

    /**
     * Returns the way that a starter offers. Hydra may itself have been started under PMIx; its ranks then inherit PMIx variables that are
     * another job's.
     */
    private static Way way(Kind kind, Map<String, String> environment) {
        boolean lines = environment.containsKey(Pmi1Store.DESCRIPTOR);
        if (kind.mark().equals("MPI_LOCALNRANKS") && lines) {
            return Way.PMI_1;
        }
        if (environment.containsKey(PmixStore.RANK) && environment.containsKey(PmixStore.NAMESPACE)) {
            return Way.PMIX;
        }
        return lines ? Way.PMI_1 : Way.NONE;
    }

    /**
     * Connects to the program that started this process. Not collective, though all ranks are to do so.
     *
     * @param environment the process' environment variables
     * @throws CommException when the program offers no way for ranks to learn of each other, or its way does not work, with the remedy
     */
    public ProcessManager open(Map<String, String> environment) {
        return switch (way) {
            case PMIX -> new PmixStore(this);
            case PMI_1 -> new Pmi1Store(this, environment);
            case NONE -> throw noWay();
        };
    }

    /** Returns the exception for a starter without a way. All ranks find this, and the first one says it. */
    private CommException noWay() {
        String text = text() + " started this process, but offers neither PMIx (" + PmixStore.NAMESPACE + ") nor PMI 1 ("
                + Pmi1Store.DESCRIPTOR + "), by which ranks of LLC find each other: use srun --mpi=pmix or --mpi=pmi2, mpirun of Open MPI "
                + "4 or later, mpiexec of MPICH, or let hpl start the ranks with --hosts a,b --launcher llc";
        return first ? new CommException(text) : CommException.toldByRank0(text);
    }

    /** Returns a text for people: the name of the starter, and the variable of the environment that tells of it. */
    String text() {
        return name + " (" + evidence + ")";
    }
}
