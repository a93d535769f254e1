package hplhetero.comm.collective;

import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Dragonfly;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.HyperX;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The algorithms that make use of where ranks sit. */
@Timeout(300)
@Daily(2)
@Slow
class PlacedCollectivesTest {
    static final Collective[] PLACED = {Collective.BROADCAST, Collective.ALLGATHER, Collective.ALLREDUCE};

    /** Ranks on hosts, leaf switches, tori, in groups of a dragonfly and in rows of a HyperX; 1 to 17 of them. */
    static Stream<Placement> placements() {
        Random random = new Random(3);
        List<Placement> all = new ArrayList<>();
        for (int ranks = 2; ranks <= LabelledCollectivesTest.MOST_RANKS; ranks++) {
            FlatSwitch hosts = FlatSwitch.of(5);
            all.add(Placement.of(hosts, IntStream.range(0, ranks).map(rank -> rank / 4).toArray()));
            all.add(Placement.of(hosts, IntStream.range(0, ranks).map(rank -> rank % 3).toArray()));
            all.add(Placement.of(FatTree.of(4, 2, 1, 1), random.ints(ranks, 0, 8).toArray()));
        }
        for (Torus torus : List.of(Torus.torus(2, 2), Torus.torus(4, 2), Torus.torus(2, 2, 2), Torus.mesh(4, 4), Torus.torus(2, 1, 8),
                Torus.torus(3, 4))) {
            Placement full = Placement.full(torus);
            all.add(full);
            List<Integer> order = new ArrayList<>(IntStream.range(0, torus.nodes()).boxed().toList());
            Collections.shuffle(order, random);
            all.add(full.permuted(order.stream().mapToInt(Integer::intValue).toArray()));
        }
        all.add(Placement.full(Dragonfly.of(new Dragonfly.Size(2, 2, 1, 3))));
        all.add(Placement.full(HyperX.of(new HyperX.Size(List.of(2, 3), 1, 2))));
        return all.stream();
    }

    static List<Algorithm> placed(Collective collective, Placement placement) {
        List<String> plain = Algorithms.of(collective).stream().map(Algorithm::label).toList();
        return Algorithms.of(collective, placement).stream().filter(algorithm -> !plain.contains(algorithm.label())).toList();
    }

    @ParameterizedTest
    @MethodSource("placements")
    void shouldDoWhatTheCollectiveMeans(Placement placement) {
        Ranks.run(placement.ranks(), comm -> {
            CollectiveAlgorithms collectives = CollectiveAlgorithms.of(comm, placement);
            for (Collective collective : PLACED) {
                placed(collective, placement).forEach(algorithm -> run(collectives, comm, algorithm));
            }
        });
    }

    private static void run(CollectiveAlgorithms collectives, Communicator comm, Algorithm algorithm) {
        switch (algorithm.collective()) {
            case BROADCAST -> LabelledCollectivesTest.broadcast(comm, collectives, algorithm.label());
            case ALLGATHER -> LabelledCollectivesTest.allgather(comm, collectives, algorithm.label());
            case ALLREDUCE -> {
                LabelledCollectivesTest.allreduce(comm, collectives, algorithm.label());
                LabelledCollectivesTest.sameBits(comm, collectives, algorithm.label());
            }
            default -> throw new AssertionError(algorithm.collective());
        }
    }
}
