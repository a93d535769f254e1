package hplhetero.run.net.lids;

import hplhetero.network.lid.Contention;
import hplhetero.network.model.LinkBytes;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import hplhetero.results.network.NetworkPicture;
import hplhetero.results.network.NetworkSvg;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A picture of the worst stage of what the ranks do, with one LID a node and over the chosen table. */
final class BeforeAfter {
    private BeforeAfter() {
    }

    /**
     * Returns the text of the SVG file.
     *
     * @throws IllegalArgumentException when the fabric is too large to draw
     */
    static String svg(LidsAnswer answer) {
        RequestedTraffic worst = answer.requested().stream()
                .max(Comparator.comparingDouble(requested -> Contention.of(answer.before(), traffic(requested)).worst())).orElseThrow();
        Contention before = Contention.of(answer.before(), traffic(worst));
        int stage = Math.max(0, before.worstStage());
        String what = worst.words() + ", stage " + stage + " of 0.." + (traffic(worst).stages() - 1) + ", ";
        return NetworkSvg.of(List.of(picture(answer.before(), traffic(worst), stage, what + "one LID a node"),
                picture(answer.after(), traffic(worst), stage, what + "table: " + answer.comparison().chosen())));
    }

    private static Traffic traffic(RequestedTraffic requested) {
        return requested.algorithms().getFirst();
    }

    private static NetworkPicture picture(Placement placement, Traffic traffic, int stage, String what) {
        return new NetworkPicture(placement.fabric(), Optional.of(placement), Optional.of(LinkBytes.of(placement, traffic, stage)), what);
    }
}
