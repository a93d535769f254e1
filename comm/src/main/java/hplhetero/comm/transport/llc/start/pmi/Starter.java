package hplhetero.comm.transport.llc.start.pmi;

import hplhetero.comm.CommException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What started this process as one of several, as far as the environment tells.
 *
 * @param name     for people
 * @param evidence the variable that tells, with its value
 * @param way      how ranks learn of each other there
 * @param first    whether it started this process before all others
 */
public record Starter(String name, String evidence, Way way, boolean first) {

    /** What starters offer. */
    public enum Way {
        /** A library, which asks a process on each host. */
        PMIX,
        /** Lines over an inherited socket. */
        PMI_1,
        /** Nothing that this program knows. */
        NONE
    }

    /**
     * A kind of starter.
     *
     * @param mark that only its processes have
     * @param size how many processes it started; the same variable where one tells both
     * @param rank the number of this one
     */
    private record Kind(String name, String mark, String size, String rank) {
        boolean started(Map<String, String> environment) {
            return environment.containsKey(mark);
        }
    }

    /** The innermost first: each may itself run under those below it. */
    private static final List<Kind> KINDS = List.of(
            new Kind("Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
            new Kind("Hydra's mpiexec", "MPI_LOCALNRANKS", "PMI_SIZE", "PMI_RANK"),
            new Kind("MVAPICH's mpirun_rsh", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"),
            new Kind("srun", "SLURM_STEP_NUM_TASKS", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
            new Kind("a PMI launcher", "PMI_SIZE", "PMI_SIZE", "PMI_RANK"),
            new Kind("a PMIx launcher", PmixStore.RANK, PmixStore.RANK, PmixStore.RANK));

    /** The one that started this process beside others; empty where nobody did, or it started one only. */
    public static Optional<Starter> of(Map<String, String> environment) {
        return KINDS.stream().filter(kind -> kind.started(environment)).findFirst()
                .filter(kind -> kind.size().equals(PmixStore.RANK) || !"1".equals(environment.getOrDefault(kind.size(), "").strip()))
                .map(kind -> new Starter(kind.name(), kind.mark() + "=" + environment.get(kind.mark()), way(kind, environment),
                        environment.getOrDefault(kind.rank(), "0").strip().equals("0")));
    }

    /** Hydra may itself have been started under PMIx, whose variables its ranks then inherit: they are another job's. */
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
     * Meets what started this process. Not collective, though all ranks are to do it.
     *
     * @throws CommException when it offers no way for ranks to learn of each other, or that does not work, with the remedy
     */
    public ProcessManager open(Map<String, String> environment) {
        return switch (way) {
            case PMIX -> new PmixStore(this);
            case PMI_1 -> new Pmi1Store(this, environment);
            case NONE -> throw noWay();
        };
    }

    /** All ranks find the same, one says it. */
    private CommException noWay() {
        String text = text() + " started this process, but offers neither PMIx (" + PmixStore.NAMESPACE + ") nor PMI 1 ("
                + Pmi1Store.DESCRIPTOR + "), by which ranks of LLC find each other: use srun --mpi=pmix or --mpi=pmi2, mpirun of Open MPI "
                + "4 or later, mpiexec of MPICH, or let hpl start the ranks by --hosts a,b --launcher llc";
        return first ? new CommException(text) : CommException.toldByRank0(text);
    }

    /** Name and evidence. */
    String text() {
        return name + " (" + evidence + ")";
    }
}
