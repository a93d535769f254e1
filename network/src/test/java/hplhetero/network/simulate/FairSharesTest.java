package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shares found where messages come and go, beside shares found anew by a plain progressive filling. */
class FairSharesTest {
    private static final long SEED = 20261127;
    private static final double CLOSE = 1e-9;

    /** Messages that come and go at random on random links. */
    private static final class Network {
        private final double[] capacity;
        private final Messages messages;
        private final FairShares shares;
        private final List<Integer> flowing = new ArrayList<>();

        Network(double[] capacity) {
            this.capacity = capacity;
            messages = new Messages(capacity.length);
            messages.clear();
            shares = new FairShares(messages, capacity);
            shares.clear();
        }

        int add(int... links) {
            int message = messages.add(0, 0, 0, 1, links, links.length);
            shares.add(message);
            flowing.add(message);
            return message;
        }

        void remove(int at) {
            int message = flowing.remove(at);
            shares.remove(message);
            messages.remove(message);
        }

        private int[] links(int message) {
            int first = messages.firstPass[message];
            return Arrays.copyOfRange(messages.link, first, first + messages.passes[message]);
        }

        void check(String what) {
            double[] expected = plain();
            for (int i = 0; i < expected.length; i++) {
                assertThat(shares.share(flowing.get(i))).as(what).isCloseTo(expected[i], within(CLOSE * expected[i]));
            }
        }

        /** Again and again the link that leaves its open messages least. */
        private double[] plain() {
            double[] share = new double[flowing.size()];
            double[] left = capacity.clone();
            boolean[] open = new boolean[share.length];
            Arrays.fill(open, true);
            while (true) {
                int[] count = new int[left.length];
                for (int i = 0; i < share.length; i++) {
                    for (int link : links(flowing.get(i))) {
                        count[link] += open[i] ? 1 : 0;
                    }
                }
                int least = IntStream.range(0, left.length).filter(l -> count[l] > 0).boxed()
                        .min((a, b) -> Double.compare(left[a] / count[a], left[b] / count[b])).orElse(-1);
                if (least < 0) {
                    return share;
                }
                double each = left[least] / count[least];
                for (int i = 0; i < share.length; i++) {
                    int[] links = links(flowing.get(i));
                    if (open[i] && Arrays.stream(links).anyMatch(link -> link == least)) {
                        open[i] = false;
                        share[i] = each;
                        Arrays.stream(links).forEach(link -> left[link] -= each);
                    }
                }
            }
        }
    }

    @Test
    void shouldShareThreeLinks() {
        Network network = new Network(new double[] {1, 1, 4});
        int through = network.add(0, 1, 2);
        int first = network.add(0);
        int second = network.add(1);
        int third = network.add(1, 2);
        network.shares.renew();
        assertThat(network.shares.share(through)).isCloseTo(1.0 / 3, within(CLOSE));
        assertThat(network.shares.share(first)).isCloseTo(2.0 / 3, within(CLOSE));
        assertThat(network.shares.share(second)).isCloseTo(1.0 / 3, within(CLOSE));
        assertThat(network.shares.share(third)).isCloseTo(1.0 / 3, within(CLOSE));
        network.shares.forgetChanged();
        network.remove(2);
        network.shares.renew();
        assertThat(network.shares.share(through)).isCloseTo(0.5, within(CLOSE));
        assertThat(network.shares.share(first)).isCloseTo(0.5, within(CLOSE));
        assertThat(network.shares.share(third)).isCloseTo(0.5, within(CLOSE));
        assertThat(network.shares.changedCount()).isEqualTo(3);
        network.remove(0);
        network.shares.renew();
        assertThat(network.shares.share(first)).isCloseTo(1, within(CLOSE));
        assertThat(network.shares.share(third)).isCloseTo(1, within(CLOSE));
    }

    @Test
    void shouldBeThoseOfAPlainFilling() {
        for (int trial = 0; trial < 300; trial++) {
            Random random = new Random(SEED + trial);
            int links = 1 + random.nextInt(12);
            // equal bandwidths make ties, unlike ones many levels
            int kinds = 1 + random.nextInt(3);
            Network network = new Network(random.doubles(links, 0, kinds).map(b -> kinds == 3 ? 0.01 + b : 1 + (int) b).toArray());
            boolean allAtOnce = random.nextInt(4) == 0;
            for (int step = 0; step < 60; step++) {
                for (int change = 1 + random.nextInt(4); change > 0; change--) {
                    if (network.flowing.isEmpty() || random.nextInt(5) < 3) {
                        int[] all = IntStream.range(0, links).toArray();
                        for (int i = links - 1; i > 0; i--) {
                            int j = random.nextInt(i + 1);
                            int link = all[i];
                            all[i] = all[j];
                            all[j] = link;
                        }
                        network.add(Arrays.copyOf(all, 1 + random.nextInt(Math.min(links, 5))));
                    } else {
                        network.remove(random.nextInt(network.flowing.size()));
                    }
                }
                if (allAtOnce && step % 3 == 0) {
                    network.shares.renewAll();
                } else {
                    network.shares.renew();
                }
                network.check("seed " + (SEED + trial) + ", step " + step);
            }
        }
    }

    /** Ties in which nothing but rounding could tell links apart: a torus on which all go one way. */
    @Test
    void shouldSettleManyEqualLinks() {
        int size = 64;
        double[] capacity = new double[size];
        Arrays.fill(capacity, 0.1);
        for (int length = 1; length < size; length += 3) {
            Network network = new Network(capacity);
            for (int start = 0; start < size; start++) {
                int from = start;
                network.add(IntStream.range(0, length).map(i -> (from + i) % size).toArray());
                network.shares.renew();
                if (start % 9 == 0) {
                    network.check("length " + length + ", start " + start);
                }
            }
            network.check("length " + length);
            while (network.flowing.size() > 1) {
                network.remove(network.flowing.size() / 2);
                network.shares.renew();
            }
            network.check("length " + length + ", the last");
        }
    }
}
