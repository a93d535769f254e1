package hplhetero.run.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.PairRounds;
import hplhetero.run.job.PairTest;
import hplhetero.run.job.RankProcess;
import hplhetero.run.machine.Binding;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class WorldCheckTest {

    @Test
    void shouldLookAtTheHostOfThreeRanksAndMeasureBetweenThem() {
        TransportProvider local = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(t -> t.name().equals("local")).findFirst().orElseThrow();
        AtomicReference<Evidence> seen = new AtomicReference<>();
        AtomicReference<List<PairTest.Timing>> again = new AtomicReference<>();
        JobSetup setup = new JobSetup("reference", 1, List.of(), false, CacheUse.SETTLED, DeviceUse.NEVER, Binding.NONE);
        try (Transport transport = local.open(TransportOptions.usual(end -> { }))) {
            int code = JobRunner.run(transport, new RankProcess(BlasOptions.defaults(), Binding.NONE),
                    () -> Coordinator.of(3, setup, session -> {
                seen.set(WorldCheck.withPairs(session, WorldCheck.hosts(session, false, 10)));
                again.set(session.pairsAgain(List.of(new PairRounds.Pair(1, 2), new PairRounds.Pair(0, 2))));
                return 7;
            }));
            assertThat(code).isEqualTo(7);
        }
        assertThat(seen.get().hosts()).hasSize(1);
        assertThat(seen.get().hosts().getFirst()).returns(3, CheckedHost::ranks).returns(0.0, CheckedHost::clockAheadSeconds);
        assertThat(again.get()).extracting(PairTest.Timing::a, PairTest.Timing::b).containsExactlyInAnyOrder(tuple(1, 2), tuple(0, 2));
        assertThat(seen.get().timings()).hasSize(3).allMatch(PairTiming::measured)
                .extracting(PairTiming::by).containsExactlyInAnyOrder("ranks 0 and 1", "ranks 0 and 2", "ranks 1 and 2");
    }
}
