package hplhetero.hpl.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.network.model.ExtraTimes;
import hplhetero.network.model.LinkCost;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusterNetworkTest {
    private static final PairCost HOST = new PairCost(1e-6, 1e-10);
    private static final PairCost NETWORK = new PairCost(20e-6, 1e-9);

    /** A rank for each host named, two workers each. */
    private static Cluster cluster(Map<PairClass, PairCost> links, List<String> hosts, List<Integer> sites) {
        List<String> distinct = hosts.stream().distinct().toList();
        List<RankProfile> ranks = IntStream.range(0, hosts.size()).mapToObj(rank -> new RankProfile(rank, hosts.get(rank), 2,
                UpdateCost.constant(1e-10), PanelCost.constant(1e-10), Long.MAX_VALUE, Peak.UNKNOWN, 0)).toList();
        return new Cluster(ranks, new Network(links, hosts.stream().map(distinct::indexOf).toList(), sites), "test");
    }

    @Test
    void shouldPutHostsOnASwitch() {
        ClusterNetwork network = ClusterNetwork.of(cluster(Map.of(PairClass.SAME_HOST, HOST, PairClass.OTHER_HOST, NETWORK),
                List.of("a", "b", "a", "c"), List.of(0, 0, 0, 0)));
        Placement placement = network.found().placement();
        assertThat(placement.fabric()).isInstanceOf(FlatSwitch.class);
        assertThat(((FlatSwitch) placement.fabric()).names()).containsExactly("a", "b", "c");
        assertThat(placement.ranksOf(0)).containsExactly(0, 2);
        assertThat(placement.fabric().slots(0)).isEqualTo(4);
        assertThat(placement.fabric().slots(1)).isEqualTo(2);
        assertThat(network.found().source()).isEqualTo("test");
        assertThat(network.found().assumptions()).singleElement().asString().contains("one switch");
        assertThat(network.network().orElseThrow()).isEqualTo(LinkCost.hockney(20e-6, 1e-9));
        assertThat(network.sameHost().orElseThrow()).isEqualTo(LinkCost.hockney(1e-6, 1e-10));
    }

    /** One cost stands for messages within sites and between them, so it has the times by size of neither; hosts have their own. */
    @Test
    void shouldTakeMeasuredTimesWhereAllHostsAreAtOneSite() {
        PairCost host = HOST.with(new TreeMap<>(Map.of(8L, 1.5e-6)));
        PairCost link = NETWORK.with(new TreeMap<>(Map.of(8L, 30e-6, 8192L, 40e-6)));
        Map<PairClass, PairCost> links = Map.of(PairClass.SAME_HOST, host, PairClass.OTHER_HOST, link, PairClass.OTHER_SITE, link);
        ClusterNetwork one = ClusterNetwork.of(cluster(links, List.of("a", "a", "b"), List.of(0, 0, 0)));
        assertThat(one.network().orElseThrow().seconds(8192, 2)).isCloseTo(40e-6, within(1e-15));
        assertThat(one.network().get().seconds(4100, 2)).isCloseTo(35e-6, within(1e-15));
        assertThat(one.sameHost().orElseThrow().seconds(8, 0)).isCloseTo(1.5e-6, within(1e-15));
        ClusterNetwork two = ClusterNetwork.of(cluster(links, List.of("a", "a", "b"), List.of(0, 0, 1)));
        assertThat(two.network().orElseThrow().extra()).isEqualTo(ExtraTimes.NONE);
        assertThat(two.sameHost()).isEqualTo(one.sameHost());
    }

    @Test
    void shouldNeedNoNetworkOnOneHost() {
        ClusterNetwork network = ClusterNetwork.of(cluster(Map.of(PairClass.SAME_HOST, HOST), List.of("a", "a"), List.of(0, 0)));
        assertThat(network.network()).isEmpty();
        assertThat(network.found().assumptions()).isEmpty();
        assertThat(network.found().placement().toString()).isEqualTo("2 ranks on 1 nodes of switch of 1 node");
    }

    private static ClusterNetwork sites(PairCost between) {
        return ClusterNetwork.of(cluster(Map.of(PairClass.OTHER_HOST, NETWORK, PairClass.OTHER_SITE, between),
                List.of("a", "b", "c"), List.of(4, 2, 4)));
    }

    /** Hosts a and c at one site, b at the other; a trunk of a tenth of a host's bandwidth. */
    @Test
    void shouldPutSitesBehindTrunks() {
        ClusterNetwork network = sites(new PairCost(30e-6, 1e-8));
        TableFabric fabric = (TableFabric) network.found().placement().fabric();
        int[] links = new int[fabric.longestRoute()];
        assertThat(fabric.route(0, 2, links)).isEqualTo(2);
        assertThat(fabric.route(0, 1, links)).isEqualTo(4);
        assertThat(fabric.link(links[1]).from()).isEqualTo("site0");
        assertThat(fabric.bandwidth(links[1])).isCloseTo(0.1, within(1e-12));
        assertThat(fabric.bandwidth(links[0])).isEqualTo(1);
        // both latencies come out
        LinkCost cost = network.network().orElseThrow();
        assertThat(cost.seconds(0, 2)).isCloseTo(20e-6, within(1e-12));
        assertThat(cost.seconds(0, 4)).isCloseTo(30e-6, within(1e-12));
        assertThat(cost.secondsPerByte()).isEqualTo(1e-9);
    }

    @Test
    void shouldTellWhereLatenciesDoNotFit() {
        ClusterNetwork network = sites(new PairCost(200e-6, 1e-8));
        assertThat(network.network().orElseThrow().seconds(0, 4)).isCloseTo(200e-6, within(1e-12));
        assertThat(network.network().orElseThrow().seconds(0, 2)).isCloseTo(100e-6, within(1e-12));
        assertThat(network.found().assumptions())
                .anyMatch(text -> text.endsWith("a message within a site takes 100 us instead of 20.0 us"));
    }

    /** A site of one host each: no message stays within a site. */
    @Test
    void shouldKnowSitesOfOneHost() {
        ClusterNetwork network = ClusterNetwork.of(cluster(Map.of(PairClass.OTHER_SITE, NETWORK), List.of("a", "b"), List.of(0, 1)));
        assertThat(network.network().orElseThrow().seconds(0, 4)).isEqualTo(20e-6);
        assertThat(network.found().placement().fabric().bandwidth(0)).isEqualTo(1);
    }

    @Test
    void shouldTakeUnlimitedLinks() {
        for (double perByte : new double[] {0, 1e-8}) {
            ClusterNetwork network = ClusterNetwork.of(cluster(Map.of(PairClass.OTHER_HOST, new PairCost(1e-6, 0), PairClass.OTHER_SITE,
                    new PairCost(1e-6, perByte)), List.of("a", "b", "c"), List.of(0, 0, 1)));
            LinkCost cost = network.network().orElseThrow();
            int[] links = new int[4];
            network.found().placement().route(0, 2, links);
            double trunk = network.found().placement().fabric().bandwidth(links[1]);
            assertThat(cost.secondsPerByte() / trunk).isCloseTo(perByte, within(1e-20));
        }
    }

    @Test
    void shouldRefuseHostsOfOneName() {
        Cluster cluster = cluster(Map.of(PairClass.OTHER_HOST, NETWORK), List.of("a", "b"), List.of(0, 0));
        List<RankProfile> ranks = cluster.ranks().stream().map(r -> new RankProfile(r.rank(), "a", 1, r.update(), r.panel(),
                r.memoryBytes(), r.peak(), 0)).toList();
        assertThatThrownBy(() -> ClusterNetwork.of(new Cluster(ranks, cluster.network(), "test"))).hasMessageContaining("must differ");
    }
}
