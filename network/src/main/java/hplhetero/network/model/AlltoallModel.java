package hplhetero.network.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The papers' models of alltoall among P ranks, with M bytes from each rank to each other rank. A message takes L + M / B. Logarithms are
 * not rounded. Source: Nanri, Sugiyama and Morie, Table 1. Kurokawa and Nanri have the same formulas, and pairwise instead of simple
 * spread.
 */
public enum AlltoallModel {
    /** Simple spread: (P-1) L + (P-1) M / B. */
    SIMPLE_SPREAD("simple spread", (p, l, m) -> (p - 1) * l + (p - 1) * m),
    /** Ring: (P-1) (L + M / B). */
    RING("ring", (p, l, m) -> (p - 1) * (l + m)),
    /** Ring with one barrier: (P-1) (L + M / B) + L log2 P. */
    RING_ONE_BARRIER("ring, one barrier", (p, l, m) -> (p - 1) * (l + m) + l * log2(p)),
    /** Ring with MPI barriers: (P-1) (L + M / B) + L (P-1) log2 P. */
    RING_MPI_BARRIER("ring, MPI barrier", (p, l, m) -> (p - 1) * (l + m) + l * (p - 1) * log2(p)),
    /** Ring with light barriers: (P-1) (L + M / B) + L (P-1). */
    RING_LIGHT_BARRIER("ring, light barrier", (p, l, m) -> (p - 1) * (l + m) + l * (p - 1)),
    /** Bruck's algorithm: L log2 P + P M log2 P / (2 B). */
    BRUCK("bruck", (p, l, m) -> l * log2(p) + p * m * log2(p) / 2),
    /** Pairwise exchange, with the formula of {@link #RING}. */
    PAIRWISE("pairwise", RING.form),
    /** Pairwise exchange with one barrier, with the formula of {@link #RING_ONE_BARRIER}. */
    PAIRWISE_ONE_BARRIER("pairwise, one barrier", RING_ONE_BARRIER.form),
    /** Pairwise exchange with MPI barriers, with the formula of {@link #RING_MPI_BARRIER}. */
    PAIRWISE_MPI_BARRIER("pairwise, MPI barrier", RING_MPI_BARRIER.form),
    /** Pairwise exchange with light barriers, with the formula of {@link #RING_LIGHT_BARRIER}. */
    PAIRWISE_LIGHT_BARRIER("pairwise, light barrier", RING_LIGHT_BARRIER.form);

    /** The algorithms of the paper about tori, in the order of its Table 1. */
    public static final List<AlltoallModel> TORUS = List.of(SIMPLE_SPREAD, RING, RING_ONE_BARRIER, RING_MPI_BARRIER,
            RING_LIGHT_BARRIER, BRUCK);
    /** The algorithms of the paper about fat trees, in the order of the paper. */
    public static final List<AlltoallModel> FAT_TREE = List.of(BRUCK, PAIRWISE, PAIRWISE_LIGHT_BARRIER, PAIRWISE_MPI_BARRIER,
            PAIRWISE_ONE_BARRIER, RING, RING_LIGHT_BARRIER, RING_MPI_BARRIER, RING_ONE_BARRIER);

    private final String title;
    private final Form form;

    /** A formula of P, L and M / B, in seconds. */
    @FunctionalInterface
    private interface Form {
        double seconds(double p, double l, double m);
    }

    AlltoallModel(String title, Form form) {
        this.title = title;
        this.form = form;
    }

    /** Returns the name for people, such as {@code ring, one barrier}. */
    public String title() {
        return title;
    }

    /** Returns the word by which options name this model, such as {@code ring-one-barrier}. */
    public String label() {
        return title.replace(", ", "-").replace(' ', '-').toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the model with this label. The models are those of the papers by Nanri, Sugiyama and Morie and by Kurokawa and Nanri.
     *
     * @param label word by which options name the model, such as {@code ring-one-barrier}; see {@link #label}
     * @throws IllegalArgumentException when the papers have no such model
     */
    public static AlltoallModel of(String label) {
        return Arrays.stream(values()).filter(model -> model.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("alltoall=" + label + ": the papers have no model of this algorithm"));
    }

    /**
     * Returns the seconds that an alltoall takes by the formula of this model.
     *
     * @param ranks number of ranks, P in the formula
     * @param bytes bytes from each rank to each other rank, M in the formula
     * @param cost  cost of a message, of which only the latency (L) and the bandwidth of a link (B0) are used
     * @param c     factor B / B0 by which messages get less than the bandwidth of a link: from {@link EffectiveBisection}, or 1 / slowdown
     *              of {@link AverageBandwidth}; 1 to ignore the topology
     */
    public double seconds(int ranks, double bytes, LinkCost cost, double c) {
        return form.seconds(ranks, cost.latency(), bytes * cost.secondsPerByte() / c);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
