package hplhetero.results.network;

import hplhetero.network.model.LinkBytes;
import hplhetero.results.format.ByteText;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The classes into which loads of links are divided, each with a colour and a width. If there are few different loads, each has its own
 * class; else classes divide the range from nothing to the greatest load into equal parts.
 */
final class LoadClasses {
    /** Colours from light to dark, in an order that colour-blind people see too: ColorBrewer's OrRd without its palest colours. */
    private static final int[] RAMP = {0xfdbb84, 0xfc8d59, 0xef6548, 0xd7301f, 0xb30000, 0x7f0000};
    private static final int MOST_EXACT = 6;
    private static final int PARTS = 5;
    private static final double THIN = 1.5;
    private static final double THICK = 6.5;

    private final LinkBytes loads;
    private final double thick;
    /** The greatest load of each class, ascending. */
    private final double[] upTo;
    private final boolean exact;

    /**
     * Makes the classes of some loads.
     *
     * @param loads     loads of the links whose classes are asked for
     * @param compared  these loads, and those of other pictures that have the same classes
     * @param mostWidth greatest width of a line, in pixels
     */
    LoadClasses(LinkBytes loads, List<LinkBytes> compared, double mostWidth) {
        this.loads = loads;
        thick = Math.clamp(mostWidth, THIN, THICK);
        TreeSet<Double> values = new TreeSet<>();
        for (LinkBytes each : compared) {
            for (int link = 0; link < each.fabric().links(); link++) {
                values.add(each.load(link));
            }
        }
        values.remove(0.0);
        exact = values.size() <= MOST_EXACT;
        upTo = exact ? values.stream().mapToDouble(Double::doubleValue).toArray()
                : IntStream.rangeClosed(1, PARTS).mapToDouble(part -> values.last() * part / PARTS).toArray();
    }

    /**
     * Returns the link with the greatest load among the given links; the first of them where none has any load.
     *
     * @param links numbers of links, at least one
     */
    int worst(int[] links) {
        int worst = links[0];
        for (int link : links) {
            worst = loads.load(link) > loads.load(worst) ? link : worst;
        }
        return worst;
    }

    /** Returns the index of the class to which a link's load belongs, from 0; -1 where nothing passes the link. */
    int of(int link) {
        double load = loads.load(link);
        int index = 0;
        while (index < upTo.length - 1 && load > upTo[index]) {
            index++;
        }
        return load == 0 ? -1 : index;
    }

    /** Returns the number of classes. */
    int count() {
        return upTo.length;
    }

    /**
     * Returns the colour of the class with index {@code index}. It depends on the greatest load of the class, so that loads that differ
     * little look alike.
     */
    String colour(int index) {
        double place = share(index) * (RAMP.length - 1);
        int lower = Math.min((int) place, RAMP.length - 2);
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            double from = RAMP[lower] >> shift & 0xff;
            double to = RAMP[lower + 1] >> shift & 0xff;
            mixed |= (int) Math.round(from + (to - from) * (place - lower)) << shift;
        }
        return String.format(Locale.ROOT, "#%06x", mixed);
    }

    /** Returns the width of lines of the class with index {@code index}, in pixels. */
    double width(int index) {
        return THIN + (thick - THIN) * share(index);
    }

    private double share(int index) {
        return upTo[index] / upTo[upTo.length - 1];
    }

    /** Returns the words for each class in the legend. */
    List<String> titles() {
        return IntStream.range(0, count()).mapToObj(index -> exact ? ByteText.of(upTo[index])
                : index == 0 ? "up to " + ByteText.of(upTo[0]) : "to " + ByteText.of(upTo[index])).toList();
    }
}
