package hplhetero.hpl.network.probe;

import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What messages of several sizes between two ranks took.
 *
 * @param a       who asks
 * @param b       who answers
 * @param samples half a round trip of each size
 */
public record PairSamples(int a, int b, List<Sample> samples) {

    public PairSamples {
        samples = List.copyOf(samples);
    }

    /** Hockney's two numbers; of a network where the two sit on different nodes. */
    public LinkCost fit(boolean network) {
        return network ? HockneyFit.fitNetwork(samples) : HockneyFit.fit(samples);
    }

    /** How far the samples lie from a fit: root of the mean square, relative. */
    public double error(LinkCost fit) {
        return Math.sqrt(samples.stream().mapToDouble(s -> fit.seconds(s.bytes(), 0) / s.seconds() - 1).map(e -> e * e).average()
                .orElse(0));
    }

    /** A line from which {@link #read} makes the same. */
    String write() {
        return a + " " + b + samples.stream().map(s -> " " + s.bytes() + ":" + s.seconds()).collect(Collectors.joining()) + "\n";
    }

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
