package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.network.model.HockneyFit;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The time that messages of one size took between a pair of ranks in one round.
 *
 * @param kind    class of the pair
 * @param pair    the ranks of the pair
 * @param bytes   length of a message, in bytes
 * @param trips   number of round trips made, the first of which was not timed
 * @param seconds seconds of the fastest message: a disturbance only adds time
 */
record BriefTiming(PairClass kind, LinkProbe.Pair pair, int bytes, int trips, double seconds) {

    /** Returns this timing as a line of text, which {@link #read} reads. */
    String write() {
        return kind + " " + pair.a() + " " + pair.b() + " " + bytes + " " + trips + " " + seconds + "\n";
    }

    /** Returns the timing that {@link #write} has written. */
    static BriefTiming read(String line) {
        String[] words = line.strip().split(" ");
        return new BriefTiming(PairClass.valueOf(words[0]), new LinkProbe.Pair(Integer.parseInt(words[1]), Integer.parseInt(words[2])),
                Integer.parseInt(words[3]), Integer.parseInt(words[4]), Double.parseDouble(words[5]));
    }

    /** Returns what the timings of all rounds and pairs tell. */
    static BriefLinks links(List<BriefTiming> timings) {
        Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
        double scatter = 1;
        for (PairClass kind : PairClass.values()) {
            SortedMap<Integer, List<BriefTiming>> bySize = timings.stream().filter(timing -> timing.kind == kind)
                    .collect(Collectors.groupingBy(BriefTiming::bytes, TreeMap::new, Collectors.toList()));
            List<Sample> samples = new ArrayList<>();
            for (Map.Entry<Integer, List<BriefTiming>> size : bySize.entrySet()) {
                Collection<List<Double>> pairs = size.getValue().stream().collect(Collectors.groupingBy(BriefTiming::pair,
                        Collectors.mapping(BriefTiming::seconds, Collectors.toList()))).values();
                List<Double> fastest = pairs.stream().map(Collections::min).sorted().toList();
                scatter = Math.max(scatter, pairs.stream().mapToDouble(CostFit::median).max().orElseThrow() / fastest.getFirst());
                samples.add(new Sample(size.getKey(), CostFit.median(fastest)));
            }
            if (!samples.isEmpty()) {
                LinkCost fit = kind == PairClass.SAME_HOST ? HockneyFit.fit(samples) : HockneyFit.fitNetwork(samples);
                links.put(kind, new PairCost(fit.latency(), fit.secondsPerByte()));
            }
        }
        return new BriefLinks(links, scatter, timings.stream().mapToInt(timing -> 2 * timing.trips).sum(),
                timings.stream().mapToLong(timing -> 2L * timing.trips * timing.bytes).sum());
    }
}
