package hplhetero.run;

import java.util.ArrayList;
import java.util.List;

/** What starts several ranks on this machine. */
enum Starters {
    OPEN_MPI("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"),
    MPICH("mpiexec.mpich");

    private final List<String> words;

    Starters(String... words) {
        this.words = List.of(words);
    }

    List<String> ranks(int count) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("-n", String.valueOf(count)));
        return all;
    }
}
