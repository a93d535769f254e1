package hplhetero.network.model;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.model.PatternCounter.Busiest;
import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of routes by their ends against counts link by link: the same bits. */
class PatternCounterTest {

    private static Torus randomTorus(Random random) {
        return Torus.of(IntStream.rangeClosed(1, 1 + random.nextInt(4))
                .mapToObj(d -> new Dimension("D" + d, 1 + random.nextInt(6), random.nextBoolean())).toList());
    }

    private static Torus randomTofu(Random random) {
        return Tofu.system(new Dimension("X", 1 + random.nextInt(4), random.nextBoolean()),
                new Dimension("Y", 1 + random.nextInt(3), random.nextBoolean()), new Dimension("Z", 1 + random.nextInt(3), true));
    }

    /** In order and without a gap, so that loads are even, or anywhere, several on a node. */
    private static Placement randomPlacement(Torus torus, Random random) {
        int ranks = 1 << random.nextInt(7);
        return random.nextBoolean() && ranks <= torus.nodes() ? Placement.of(torus, IntStream.range(0, ranks).toArray())
                : Placement.of(torus, random.ints(ranks, 0, torus.nodes()).toArray());
    }

    @ParameterizedTest
    @ValueSource(longs = {20261126, 1, 2, 3})
    void shouldCountRoutesByTheirEndsAsLinkByLink(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            Torus torus = random.nextInt(4) == 0 ? randomTofu(random) : randomTorus(random);
            int interfaces = random.nextInt(4);
            same(randomPlacement(interfaces == 0 ? torus : torus.withInterfaces(interfaces), random), "seed " + seed + ", round " + round);
        }
    }

    @Test
    void shouldCountAWholeTorusAsLinkByLink() {
        same(Placement.full(Torus.torus(5, 4, 3)), "whole");
        same(Placement.full(Torus.mesh(8, 8)), "whole");
        same(Placement.full(Torus.torus(1)), "one node");
    }

    private static void same(Placement placement, String round) {
        Bandwidths bandwidths = Bandwidths.of(placement.fabric());
        PatternCounter ends = PatternCounter.of(placement, bandwidths);
        PatternCounter links = new LinkCounter(placement, bandwidths);
        assertThat(ends).isInstanceOf(TorusCounter.class);
        int ranks = placement.ranks();
        String what = round + ", " + placement;
        for (int peer = 1; peer < ranks; peer++) {
            assertThat(ends.count(Symmetry.SHIFT, peer)).as("%s, shift %d", what, peer).isEqualTo(links.count(Symmetry.SHIFT, peer));
            if (Integer.bitCount(ranks) == 1) {
                assertThat(ends.count(Symmetry.XOR, peer)).as("%s, xor %d", what, peer).isEqualTo(links.count(Symmetry.XOR, peer));
            }
        }
        if (ranks > 1) {
            assertThat(ends.exchange()).as(what + ", exchange").isEqualTo(links.exchange());
        }
    }

    /**
     * A ring of five, all two further on: each link upwards carries 2. All to all: 1 + 2 messages a link either way. With one
     * interface these carry 4, and there are two more links on a route.
     */
    @Test
    void shouldCountARingOfFive() {
        PatternCounter ring = ring(Torus.torus(5));
        assertThat(ring.count(Symmetry.SHIFT, 2)).isEqualTo(new Busiest(0, 2, 2, 2));
        // three further on is two back: the first link downwards is the sixth of all
        assertThat(ring.count(Symmetry.SHIFT, 3)).isEqualTo(new Busiest(5, 2, 2, 2));
        assertThat(ring.count(Symmetry.SHIFT, 1)).isEqualTo(new Busiest(0, 1, 1, 1));
        assertThat(ring.count(Symmetry.SHIFT, 4)).isEqualTo(new Busiest(5, 1, 1, 1));
        assertThat(ring.exchange()).isEqualTo(new Busiest(0, 3, 2, 1));
        PatternCounter limited = ring(Torus.torus(5).withInterfaces(1));
        IntStream.range(1, 5).forEach(peer -> limited.count(Symmetry.SHIFT, peer));
        assertThat(limited.exchange()).isEqualTo(new Busiest(10, 4, 4, 3));
    }

    private static PatternCounter ring(Torus torus) {
        return PatternCounter.of(Placement.full(torus), Bandwidths.of(torus));
    }

    @Test
    void shouldCountOtherFabricsLinkByLink() {
        Placement placement = Placement.of(FlatSwitch.of(2), 0, 0, 1);
        PatternCounter counter = PatternCounter.of(placement, Bandwidths.of(placement.fabric()));
        // 0-1 stays, 1-2 and 2-0 cross
        assertThat(counter.count(Symmetry.SHIFT, 1)).isEqualTo(new Busiest(0, 1, 2, 0));
    }
}
