package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Classes of ranks that count as alike. Ranks of one kind that were measured nearly alike are taken to be equal: what tells them apart is
 * noise, and a map that follows noise makes some rank wait in every step.
 */
public final class RankClasses {
    /** Relative difference of update rates up to which ranks of one kind are taken to be equal. */
    public static final double NOISE_SHARE = 0.10;
    /** Relative difference of update rates above which ranks are not equal, however much each of them varies. */
    private static final double MOST_NOISE_SHARE = 0.25;
    /** Relative difference of theoretical peaks within which ranks are of one kind: equal hosts may each have measured theirs. */
    private static final double PEAK_NOISE_SHARE = 0.03;
    /** Local size, in rows and columns, at which update rates are compared. */
    private static final int COMPARED_ORDER = 3000;

    private RankClasses() {
    }

    /**
     * Returns the ranks, but with the same cost of update and panel for ranks that differ by noise only. Ranks are of one kind where they
     * have equally many workers, and theoretical peaks within about 3 % of each other. Of a kind, those whose update rates lie near the
     * kind's median all get the mean of their measured costs. Near means within {@link #NOISE_SHARE}; where the peak is known and the
     * rank's own measurements vary more, within their variation, but not beyond 25 %.
     *
     * @param ranks  all ranks of a world, in order of number from 0
     * @param nb     block size for which update rates are compared
     * @param doubts factor by which these tolerances are multiplied: 1 after a calibration, less after a solve that watched the ranks for
     *               longer
     */
    public static List<RankProfile> alike(List<RankProfile> ranks, int nb, double doubts) {
        Map<Double, Double> kinds = kindsOfPeaks(ranks);
        return pooled(ranks, r -> List.of(r.workers(), kinds.get(r.peak().gflops())), r -> doubts * tolerance(r), nb);
    }

    /** Returns for each peak the least peak of its kind, both in GFLOPS. */
    private static Map<Double, Double> kindsOfPeaks(List<RankProfile> ranks) {
        Map<Double, Double> kinds = new HashMap<>();
        double least = -1;
        for (double peak : ranks.stream().map(r -> r.peak().gflops()).sorted().toList()) {
            least = peak > (1 + PEAK_NOISE_SHARE) * least ? peak : least;
            kinds.put(peak, least);
        }
        return kinds;
    }

    /**
     * Returns the ranks, but with the same cost of update and panel for peers: ranks of one host with equally many workers and the same
     * known theoretical peak, which should be equal. Of these, all whose update rates lie within 25 % of their median get the mean of their
     * measured costs, because on one host another program beside one of the ranks is likelier than a slower rank. A rank whose peak is not
     * known is returned as it is.
     *
     * @param ranks all ranks of a world, in order of number from 0
     * @param nb    block size for which update rates are compared
     */
    public static List<RankProfile> peersAveraged(List<RankProfile> ranks, int nb) {
        return pooled(ranks, RankClasses::peerClass, r -> isKnown(r) ? MOST_NOISE_SHARE : 0, nb);
    }

    private static List<Object> peerClass(RankProfile rank) {
        return List.of(rank.host(), rank.workers(), rank.peak());
    }

    /**
     * Returns two peers, which are ranks of one host with equally many workers and the same known theoretical peak, whose update costs
     * differ, such as "ranks 0 and 1 on node1". Returns empty where there are no such ranks. Measured costs are never quite equal, so this
     * is for costs that {@link #alike} or {@link #peersAveraged} has averaged: what still differs then differs by more than their
     * tolerance.
     *
     * @param ranks all ranks of a world, with averaged costs
     */
    public static Optional<String> unequalPeers(List<RankProfile> ranks) {
        Map<List<Object>, RankProfile> kinds = new HashMap<>();
        for (RankProfile rank : ranks) {
            RankProfile peer = isKnown(rank) ? kinds.putIfAbsent(peerClass(rank), rank) : null;
            if (peer != null && !peer.update().equals(rank.update())) {
                return Optional.of("ranks " + peer.rank() + " and " + rank.rank() + " on " + rank.host());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the ranks with the ranks of a kind averaged that lie near the kind's median rate.
     *
     * @param tolerance how far a rank's rate may lie from the median of its kind, as a share
     */
    private static List<RankProfile> pooled(List<RankProfile> ranks, Function<RankProfile, List<Object>> kindOf,
            ToDoubleFunction<RankProfile> tolerance, int nb) {
        Map<List<Object>, List<RankProfile>> kinds = ranks.stream().collect(Collectors.groupingBy(kindOf));
        List<RankProfile> pooled = new ArrayList<>(ranks);
        for (List<RankProfile> kind : kinds.values()) {
            double middle = kind.stream().map(r -> rate(r, nb)).sorted().toList().get(kind.size() / 2);
            List<RankProfile> alike = kind.stream().filter(r -> Math.abs(rate(r, nb) / middle - 1) <= tolerance.applyAsDouble(r)).toList();
            UpdateCost update = meanUpdate(alike.stream().map(RankProfile::update).toList());
            PanelCost panel = meanPanel(alike.stream().map(RankProfile::panel).toList());
            List<DeviceCost> devices = alike.stream().flatMap(r -> r.device().stream()).toList();
            alike.forEach(r -> pooled.set(r.rank(), r.costing(update, panel, r.device().map(device -> mean(device, devices)))));
        }
        return pooled;
    }

    /**
     * Returns how far a rank's rate may lie from the median of its kind. A rank's own variation widens the tolerance only where its kind is
     * known: otherwise the variation says nothing about how the rank differs from others.
     */
    private static double tolerance(RankProfile rank) {
        return isKnown(rank) ? Math.clamp(rank.variation(), NOISE_SHARE, MOST_NOISE_SHARE) : NOISE_SHARE;
    }

    private static boolean isKnown(RankProfile rank) {
        return rank.peak().gflops() > 0;
    }

    /** Returns the update rate of a rank, in GFLOPS, at the size at which ranks are compared. */
    static double rate(RankProfile rank, int nb) {
        return rank.update().gflops(COMPARED_ORDER, COMPARED_ORDER, nb);
    }

    /** Returns a device with the mean of the costs that were measured of devices, and its own memory. */
    private static DeviceCost mean(DeviceCost device, List<DeviceCost> devices) {
        return new DeviceCost(device.heldBytes(), device.streamed().map(_ -> meanUpdate(known(devices, DeviceCost::streamed))),
                device.panel().map(_ -> meanPanel(known(devices, DeviceCost::panel))),
                device.shared().map(_ -> meanPanel(known(devices, DeviceCost::shared))));
    }

    private static <T> List<T> known(List<DeviceCost> devices, Function<DeviceCost, Optional<T>> part) {
        return devices.stream().flatMap(one -> part.apply(one).stream()).toList();
    }

    private static UpdateCost meanUpdate(List<UpdateCost> costs) {
        return new UpdateCost(mean(costs, UpdateCost::perStep), mean(costs, UpdateCost::perPanelElement),
                mean(costs, UpdateCost::perRowElement), mean(costs, UpdateCost::perSolve), mean(costs, UpdateCost::perElement),
                mean(costs, UpdateCost::perMultiply));
    }

    private static PanelCost meanPanel(List<PanelCost> costs) {
        return new PanelCost(mean(costs, PanelCost::perColumn), mean(costs, PanelCost::perElement), mean(costs, PanelCost::perMultiply),
                costs.getFirst().team());
    }

    private static <T> double mean(List<T> costs, ToDoubleFunction<T> part) {
        return costs.stream().mapToDouble(part).average().orElse(0);
    }
}
