package hplhetero.network.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The papers' models of alltoall: P ranks, M bytes from each rank to each other one, a message takes L + M / B. Logarithms are not
 * rounded. Source: Nanri, Sugiyama and Morie, Table 1; Kurokawa and Nanri have the same forms, and pairwise instead of simple spread.
 */
public enum AlltoallModel {
    /** (P-1) L + (P-1) M / B. */
    SIMPLE_SPREAD("simple spread", (p, l, m) -> (p - 1) * l + (p - 1) * m),
    /** (P-1) (L + M / B). */
    RING("ring", (p, l, m) -> (p - 1) * (l + m)),
    /** (P-1) (L + M / B) + L log2 P. */
    RING_ONE_BARRIER("ring, one barrier", (p, l, m) -> (p - 1) * (l + m) + l * log2(p)),
    /** (P-1) (L + M / B) + L (P-1) log2 P. */
    RING_MPI_BARRIER("ring, MPI barrier", (p, l, m) -> (p - 1) * (l + m) + l * (p - 1) * log2(p)),
    /** (P-1) (L + M / B) + L (P-1). */
    RING_LIGHT_BARRIER("ring, light barrier", (p, l, m) -> (p - 1) * (l + m) + l * (p - 1)),
    /** L log2 P + P M log2 P / (2 B). */
    BRUCK("bruck", (p, l, m) -> l * log2(p) + p * m * log2(p) / 2),
    /** As {@link #RING}. */
    PAIRWISE("pairwise", RING.form),
    /** As {@link #RING_ONE_BARRIER}. */
    PAIRWISE_ONE_BARRIER("pairwise, one barrier", RING_ONE_BARRIER.form),
    /** As {@link #RING_MPI_BARRIER}. */
    PAIRWISE_MPI_BARRIER("pairwise, MPI barrier", RING_MPI_BARRIER.form),
    /** As {@link #RING_LIGHT_BARRIER}. */
    PAIRWISE_LIGHT_BARRIER("pairwise, light barrier", RING_LIGHT_BARRIER.form);

    /** The algorithms of the paper about tori, in the order of its Table 1. */
    public static final List<AlltoallModel> TORUS = List.of(SIMPLE_SPREAD, RING, RING_ONE_BARRIER, RING_MPI_BARRIER,
            RING_LIGHT_BARRIER, BRUCK);
    /** The algorithms of the paper about fat trees, in its order. */
    public static final List<AlltoallModel> FAT_TREE = List.of(BRUCK, PAIRWISE, PAIRWISE_LIGHT_BARRIER, PAIRWISE_MPI_BARRIER,
            PAIRWISE_ONE_BARRIER, RING, RING_LIGHT_BARRIER, RING_MPI_BARRIER, RING_ONE_BARRIER);

    private final String title;
    private final Form form;

    /** Of P, L, and M / B. */
    @FunctionalInterface
    private interface Form {
        double seconds(double p, double l, double m);
    }

    AlltoallModel(String title, Form form) {
        this.title = title;
        this.form = form;
    }

    /** For people: {@code ring, one barrier}. */
    public String title() {
        return title;
    }

    /** The word for it in options: {@code ring-one-barrier}. */
    public String label() {
        return title.replace(", ", "-").replace(' ', '-').toLowerCase(Locale.ROOT);
    }

    /**
     * The one of that label.
     *
     * @throws IllegalArgumentException when the papers have none
     */
    public static AlltoallModel of(String label) {
        return Arrays.stream(values()).filter(model -> model.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("alltoall=" + label + ": the papers have no model of it"));
    }

    /**
     * Seconds that are predicted.
     *
     * @param ranks P
     * @param bytes M, from each rank to each other one
     * @param cost  L and B0; nothing else of it
     * @param c     B / B0: {@link EffectiveBisection}, or 1 / slowdown of {@link AverageBandwidth}; 1 where the topology is not looked at
     */
    public double seconds(int ranks, double bytes, LinkCost cost, double c) {
        return form.seconds(ranks, cost.latency(), bytes * cost.secondsPerByte() / c);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
