package hplhetero.network.simulate;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The alltoalls of 64 ranks that SimGrid's SMPI and this project's simulator both run. */
final class SimGridCases {
    /** The least size of messages in bytes that count as long in the bounds on the differences. */
    static final long LONG = 16 << 10;
    static final long MEBIBYTE = 1 << 20;
    static final String RING = "ring";
    /** Messages without overheads and without a loss where many send to one, which SimGrid's plain models do not have. */
    static final NetworkCost COST = new NetworkCost(LinkCost.hockney(5e-6, 1e-9), LinkCost.hockney(5e-6, 1e-9), 0);

    private static final int RANKS = 64;
    private static final List<String> NETWORKS = List.of("mesh", "torus", "ricc", "tree");
    private static final List<String> ALGORITHMS = List.of(RING, "pairwise", "simple-spread", "bruck", "ring-light-barrier");
    private static final List<Long> SIZES = List.of(1024L, LONG, MEBIBYTE);
    private static final String VALUES = "simgrid.csv";

    private SimGridCases() {
    }

    /** An alltoall of {@code bytes} bytes from each rank to each other rank. */
    record Case(String network, String algorithm, long bytes) {

        Traffic traffic() {
            return Algorithms.of(Collective.ALLTOALL, algorithm).traffic(RANKS, bytes, 0);
        }

        /** Returns the seconds that this project's simulator says. */
        double seconds() {
            return new Simulator(placement(network), COST).run(traffic()).seconds();
        }
    }

    /** The seconds that SimGrid says a case takes. */
    record Value(Case of, double seconds) {

        /** Returns this project's seconds divided by SimGrid's. */
        double ratio() {
            return of.seconds() / seconds;
        }

        boolean isLong() {
            return of.bytes >= LONG;
        }

        boolean isLongRing() {
            return of.bytes == MEBIBYTE && of.algorithm.equals(RING);
        }
    }

    /** Returns all 60 cases. */
    static List<Case> all() {
        return NETWORKS.stream().flatMap(network -> ALGORITHMS.stream().flatMap(algorithm ->
                SIZES.stream().map(bytes -> new Case(network, algorithm, bytes)))).toList();
    }

    /** Returns the network and the nodes of the ranks: one rank a node; on RICC on the first nodes of the leaves. */
    static Placement placement(String network) {
        return switch (network) {
            case "mesh" -> Placement.full(Torus.mesh(8, 8));
            case "torus" -> Placement.full(Torus.torus(4, 4, 4));
            case "ricc" -> PaperPlacements.ricc(4, RANKS);
            case "tree" -> Placement.full(FatTree.of(List.of(new FatTree.Level(8, 1, 1, 1), new FatTree.Level(8, 1, 1, 2))));
            default -> throw new IllegalArgumentException("network=" + network + ": give one of " + NETWORKS);
        };
    }

    /** Reads the seconds that SimGrid said, in the order of {@link #all}. Lines that begin with # tell how they were made. */
    static List<Value> values() {
        try (InputStream in = SimGridCases.class.getResourceAsStream(VALUES)) {
            Stream<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
            return lines.filter(line -> !line.startsWith("#")).skip(1).map(line -> line.split(","))
                    .map(f -> new Value(new Case(f[0], f[1], Long.parseLong(f[2])), Double.parseDouble(f[3]))).toList();
        } catch (IOException e) {
            throw new AssertionError(VALUES, e);
        }
    }

    /** Returns the median of some numbers: of an even number of them the mean of the two in the middle. */
    static double median(List<Double> numbers) {
        List<Double> sorted = numbers.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
