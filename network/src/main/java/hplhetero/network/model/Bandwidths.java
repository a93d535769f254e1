package hplhetero.network.model;

import hplhetero.network.topology.Fabric;
import java.util.Arrays;

/** Finds the link that takes longest for what passes it. */
final class Bandwidths {
    private final int links;
    /** 1 / bandwidth of each link; null where all are 1. */
    private final double[] weight;

    private Bandwidths(int links, double[] weight) {
        this.links = links;
        this.weight = weight;
    }

    static Bandwidths of(Fabric fabric) {
        double[] weight = new double[fabric.links()];
        Arrays.setAll(weight, link -> 1 / fabric.bandwidth(link));
        return new Bandwidths(weight.length, Arrays.stream(weight).allMatch(each -> each == 1) ? null : weight);
    }

    int links() {
        return links;
    }

    double load(int link, long bytes) {
        return weight == null ? bytes : bytes * weight[link];
    }

    /** The link with the greatest load, of several the first; {@link StageLoad#NO_LINK} where nothing passed any. */
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

    /** The same for numbers of messages. Done for thousands of stages: where all links are alike, it looks for the number first. */
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
