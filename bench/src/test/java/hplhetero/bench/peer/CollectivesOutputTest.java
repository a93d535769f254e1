package hplhetero.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.bench.peer.CollectivesOutput.Times;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CollectivesOutputTest {

    @Test
    void shouldReadTimesAmongOtherLines() {
        assertThat(CollectivesOutput.times("# Open MPI v4.1.4\nalltoall 64 open-mpi 2.5E-7 0.001\nbcast 1024 1ringM 1.0E-6\nmpirun 3\n"))
                .containsExactly(new Times("alltoall", 64, "open-mpi", List.of(2.5e-7, 0.001)),
                        new Times("bcast", 1024, "1ringM", List.of(1e-6)));
    }
}
