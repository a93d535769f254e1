package hplhetero.bench.jmh;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of how long 1,024 ranks wait at the first alltoall of a size class while all algorithms are priced. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PricingBenchmark {
    private static final int RANKS = 1024;
    private static final int RANKS_PER_NODE = 8;
    private static final long BYTES = 1 << 14;
    private static final NetworkCost COST = new NetworkCost(new LinkCost(5e-6, 1e-9, 5e-7, 5e-7, 1e-7), LinkCost.hockney(1e-6, 2e-10), 0.3);

    /** The network on which the ranks sit. */
    public enum Where { RICC, TORUS, MESH, TOFU, RANDOM, SWITCH }

    @Param
    private Where where;

    private Placement placement;

    /** Places the ranks on the network. */
    @Setup
    public void place() {
        placement = switch (where) {
            case RICC -> Placement.of(PaperPlacements.ricc(), IntStream.range(0, RANKS).toArray());
            case TORUS -> Placement.full(Torus.torus(16, 8, 8));
            case MESH -> Placement.full(Torus.mesh(32, 32));
            case TOFU -> Placement.of(Tofu.system(Dimension.ring("X", 8), Dimension.ring("Y", 4), Dimension.ring("Z", 3)),
                    IntStream.range(0, RANKS).toArray());
            case RANDOM -> Placement.of(Torus.torus(24, 24, 24), new Random(1).ints(0, 24 * 24 * 24).distinct().limit(RANKS).toArray());
            case SWITCH -> Placement.of(FlatSwitch.of(RANKS / RANKS_PER_NODE), IntStream.range(0, RANKS).map(r -> r / RANKS_PER_NODE)
                    .toArray());
        };
    }

    /**
     * Prices all algorithms of an alltoall.
     *
     * @return the sum of the prices, in seconds
     */
    @Benchmark
    public double price() {
        Pricer pricer = new Pricer(placement);
        List<Algorithm> algorithms = Algorithms.of(Collective.ALLTOALL);
        return algorithms.stream().mapToDouble(each -> pricer.price(COST, each.traffic(RANKS, BYTES, 0)).seconds()).sum();
    }
}
