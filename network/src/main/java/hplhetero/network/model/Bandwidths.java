package hplhetero.network.model;

import hplhetero.network.topology.Fabric;
import java.util.Arrays;

/** The bandwidths of a fabric's links: finds the link that takes longest for what passes it. Immutable. */
final class Bandwidths {
    private final int links;
    /** 1 / bandwidth of each link, indexed by link; null where all bandwidths are 1. */
    private final double[] weight;

    private Bandwidths(int links, double[] weight) {
        this.links = links;
        this.weight = weight;
    }

    /** Returns the bandwidths of all links of a fabric. */
    static Bandwidths of(Fabric fabric) {
        double[] weight = new double[fabric.links()];
        Arrays.setAll(weight, link -> 1 / fabric.bandwidth(link));
        return new Bandwidths(weight.length, Arrays.stream(weight).allMatch(each -> each == 1) ? null : weight);
    }

    /** Returns the number of links. */
    int links() {
        return links;
    }

    /** Returns the load of a link: {@code bytes} / its bandwidth in the fabric's units. */
    double load(int link, long bytes) {
        return weight == null ? bytes : bytes * weight[link];
    }

    /**
     * Returns the link with the greatest load, the first of several; {@link StageLoad#NO_LINK} where nothing passed any link.
     *
     * @param bytes bytes that passed each link, indexed by link
     */
    int worst(long[] bytes) {
        int worst = StageLoad.NO_LINK;
        double most = 0;
        for (int link = 0; link < bytes.length; link++) {
            double load = load(link, bytes[link]);
            if (load > most) {
                most = load;
                worst = link;
            }
        }
        return worst;
    }

    /**
     * Returns the link with the greatest load, the first of several, where messages of one byte passed; {@link StageLoad#NO_LINK} where
     * nothing passed any link. Runs for thousands of stages: where all links are alike, it finds the greatest number first and then its
     * link.
     *
     * @param messages number of messages that passed each link, indexed by link
     */
    int worst(int[] messages) {
        if (weight == null) {
            int most = 0;
            for (int count : messages) {
                most = Math.max(most, count);
            }
            return most == 0 ? StageLoad.NO_LINK : first(messages, most);
        }
        int worst = StageLoad.NO_LINK;
        double most = 0;
        for (int link = 0; link < messages.length; link++) {
            double load = messages[link] * weight[link];
            if (load > most) {
                most = load;
                worst = link;
            }
        }
        return worst;
    }

    private static int first(int[] messages, int count) {
        int link = 0;
        while (messages[link] != count) {
            link++;
        }
        return link;
    }
}
