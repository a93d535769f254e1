package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** What holds for the routes of every fabric, and routes as people read them. */
final class Routes {

    private Routes() {
    }

    /** Every pair's route connects the two, link by link, without passing one twice; the longest is as long as the fabric says. */
    static void check(Fabric fabric) {
        List<Link> links = new ArrayList<>();
        for (int id = 0; id < fabric.links(); id++) {
            links.add(fabric.link(id));
            assertThat(fabric.bandwidth(id)).isEqualTo(links.get(id).bandwidth());
        }
        int longest = 0;
        int[] route = new int[fabric.longestRoute()];
        for (int from = 0; from < fabric.nodes(); from++) {
            for (int to = 0; to < fabric.nodes(); to++) {
                int hops = fabric.route(from, to, route);
                longest = Math.max(longest, hops);
                check(fabric, links, from, to, route, hops);
            }
        }
        assertThat(longest).as("longest route of %s", fabric.name()).isEqualTo(fabric.longestRoute());
    }

    private static void check(Fabric fabric, List<Link> links, int from, int to, int[] route, int hops) {
        String at = fabric.nodeName(from);
        HashSet<Integer> passed = new HashSet<>();
        for (int i = 0; i < hops; i++) {
            if (!links.get(route[i]).from().equals(at) || !passed.add(route[i])) {
                fail("%s: %d to %d: link %d, from %s, does not go on from %s", fabric, from, to, i, links.get(route[i]).from(), at);
            }
            at = links.get(route[i]).to();
        }
        if (!at.equals(fabric.nodeName(to)) || hops == 0 != (from == to)) {
            fail("%s: %d to %d: %d links, which end at %s", fabric, from, to, hops, at);
        }
    }

    /** {@code (0,0) (1,0) (1,1)}. */
    static String words(Fabric fabric, int from, int to) {
        int[] route = new int[fabric.longestRoute()];
        int hops = fabric.route(from, to, route);
        StringBuilder words = new StringBuilder(fabric.nodeName(from));
        for (int i = 0; i < hops; i++) {
            words.append(' ').append(fabric.link(route[i]).to());
        }
        return words.toString();
    }

    static int[] route(Fabric fabric, int from, int to) {
        int[] route = new int[fabric.longestRoute()];
        int hops = fabric.route(from, to, route);
        return Arrays.copyOf(route, hops);
    }
}
