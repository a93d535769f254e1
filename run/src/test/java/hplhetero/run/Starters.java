package hplhetero.run;

import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.util.ArrayList;
import java.util.List;

/** What starts several ranks on this machine; a test is left out where it is missing. */
enum Starters {
    OPEN_MPI(Component.OPEN_MPI, "mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"),
    MPICH(Component.MPICH, "mpiexec.mpich");

    private final Component mpi;
    private final List<String> words;

    Starters(Component mpi, String... words) {
        this.mpi = mpi;
        this.words = List.of(words);
    }

    List<String> ranks(int count) {
        Requirements.require(mpi);
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("-n", String.valueOf(count)));
        return all;
    }
}
