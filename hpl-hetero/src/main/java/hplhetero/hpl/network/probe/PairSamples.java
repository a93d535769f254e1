package hplhetero.hpl.network.probe;

import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The times that messages of several sizes took between two ranks.
 *
 * @param a       rank that sends first and takes the time
 * @param b       rank that answers
 * @param samples half a round trip for each size
 */
public record PairSamples(int a, int b, List<Sample> samples) {

    public PairSamples {
        samples = List.copyOf(samples);
    }

    /**
     * Returns latency and time a byte, the two numbers of Hockney's model, that fit the samples best. Between nodes the bandwidth is that
     * of the longest messages where this is less than the fitted one, because network buffers take the beginning of a message faster than
     * the rest.
     *
     * @param network whether the two ranks sit on different nodes
     */
    public LinkCost fit(boolean network) {
        return network ? HockneyFit.fitNetwork(samples) : HockneyFit.fit(samples);
    }

    /** Returns how far the samples lie from a fit: the root of the mean square of (fit / measured - 1). */
    public double error(LinkCost fit) {
        return Math.sqrt(samples.stream().mapToDouble(s -> fit.seconds(s.bytes(), 0) / s.seconds() - 1).map(e -> e * e).average()
                .orElse(0));
    }

    /** Returns a line of text from which {@link #read} makes the same samples. */
    String write() {
        return a + " " + b + samples.stream().map(s -> " " + s.bytes() + ":" + s.seconds()).collect(Collectors.joining()) + "\n";
    }

    /** Returns the samples in a line of text that {@link #write} made. */
    static PairSamples read(String line) {
        String[] words = line.split(" ");
        List<Sample> samples = new ArrayList<>();
        for (int i = 2; i < words.length; i++) {
            String[] parts = words[i].split(":");
            samples.add(new Sample(Double.parseDouble(parts[0]), Double.parseDouble(parts[1])));
        }
        return new PairSamples(Integer.parseInt(words[0]), Integer.parseInt(words[1]), samples);
    }
}
