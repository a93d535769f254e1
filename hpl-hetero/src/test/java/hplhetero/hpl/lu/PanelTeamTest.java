package hplhetero.hpl.lu;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Activity;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(300)
class PanelTeamTest {

    @Test
    void shouldFollowWhatStepsTook() {
        try (WorkerPool pool = new WorkerPool(4, "team", true, new Activity())) {
            PhaseTimers timers = new PhaseTimers(4);
            PanelTeam team = new PanelTeam(pool, timers, false);
            team.all();
            assertThat(pool.team().size()).isEqualTo(4);
            List<Integer> sizes = new ArrayList<>();
            for (double updateSeconds : new double[] {10, 10, 1e-5, 1e-5}) {
                team.form(true, 4000, 100, 4e6);
                sizes.add(pool.team().size());
                pool.team().share(pool.team().size(), (part, worker) -> spin(5_000_000 / pool.team().size()));
                team.ready();
                timers.add(1, Phase.DGEMM, 0, (long) (updateSeconds * 1e9));
                team.updated();
            }
            assertThat(sizes).startsWith(1, 1, 1).endsWith(4);
            team.form(false, 0, 100, 4e6);
            assertThat(pool.team().size()).as("members where another rank has the next panel").isEqualTo(1);
        }
    }

    private static void spin(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldLeaveATeamThatIsFixed() {
        try (WorkerPool pool = new WorkerPool(4, "team", true, new Activity())) {
            pool.team().form(2, 3);
            PanelTeam team = new PanelTeam(pool, new PhaseTimers(4), true);
            team.all();
            team.form(true, 4000, 100, 4e6);
            assertThat(pool.team().size()).isEqualTo(3);
        }
    }

    static List<HplCase> cases() {
        List<HplCase> cases = new ArrayList<>();
        for (Factorization order : Factorization.values()) {
            cases.add(Cases.of(1100, 48).panel(new PanelVariant(order, 2, order, 4)).make());
        }
        cases.add(Cases.of(900, 64).depth(0).make());
        cases.add(Cases.of(900, 64).depth(2).grid(1, 2).make());
        cases.add(Cases.of(900, 50).grid(2, 1).make());
        return cases;
    }

    /** Bit for bit, as the kernels are reproducible. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldComputeWhatOneWorkerComputes(HplCase c) {
        DenseKernels kernels = World.kernels("vector");
        Solve.Outcome alone = Solve.netlibs(c, 1, kernels);
        for (int workers = 2; workers <= 4; workers++) {
            Solve.Outcome together = Solve.sharing(c, workers, kernels);
            assertThat(together.x()).as("x with %d workers", workers).isEqualTo(alone.x());
            assertThat(together.u()).as("U with %d workers", workers).isEqualTo(alone.u());
        }
    }
}
