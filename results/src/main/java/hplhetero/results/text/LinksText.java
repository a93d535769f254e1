package hplhetero.results.text;

import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.results.format.ByteText;
import hplhetero.results.format.CFormat;
import hplhetero.results.format.NumberText;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words for what a brief probe has found of the links between ranks: a part of a line. */
public final class LinksText {
    private static final int DIGITS = 3;

    private LinksText() {
    }

    /**
     * Returns the latency and the bandwidth of each class of pairs, how much was sent to find them, and how much equal messages differed
     * where they differed so much that the numbers are unsure.
     */
    public static String of(BriefLinks found) {
        String costs = Stream.of(PairClass.values()).filter(found.links()::containsKey)
                .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + cost(found.links().get(kind)))
                .collect(Collectors.joining("; "));
        return costs + " (" + found.messages() + " messages, " + ByteText.of(found.bytes()) + (found.sure() ? ")"
                : "; equal messages differed by up to " + CFormat.fixed(found.scatter(), 0, 1) + " x, so this is unsure)");
    }

    private static String cost(PairCost cost) {
        String rate = cost.secondsPerByte() == 0 ? "no limit" : NumberText.digits(1e-9 / cost.secondsPerByte(), DIGITS) + " GB/s";
        return NumberText.digits(1e6 * cost.latency(), DIGITS) + " us, " + rate;
    }
}
