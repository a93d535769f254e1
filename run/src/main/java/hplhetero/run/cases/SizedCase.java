package hplhetero.run.cases;

import hplhetero.hpl.problem.HplCase;
import java.util.List;
import java.util.Optional;

/**
 * Finds an order of A that suits the machine: about {@value #TARGET_SECONDS} s of solving, within the memory allowed; or one that fills the
 * memory that was asked for, however long it runs.
 */
public final class SizedCase {
    static final int TARGET_SECONDS = 20;
    /** Share of the kernels' rate that the whole solve reaches. Panels, swaps and the small matrices at the end take the rest. */
    static final double KERNEL_RATE_SHARE = 0.85;
    /** Eighths of the memory of all hosts that are tried, largest first, where a plan is to fill it. */
    private static final List<Integer> EIGHTHS = List.of(8, 7, 6, 5, 4, 3, 2);

    private SizedCase() {
    }

    /**
     * Returns the tests with an N that fits into the memory of each host. Where nobody asked to fill memory, N is also small enough that
     * the test takes about {@value #TARGET_SECONDS} s.
     *
     * @param choice    tests whose N nobody gave; all get one N, found for the parameters of the first, and where nobody gave NB, one that
     *                  fits N
     * @param gflops    rate of the kernels of all ranks together, in GFLOPS, from which the seconds are estimated
     * @param speed     where this rate comes from, for people
     * @param guard     knows what memory a case takes
     * @param requested how much memory to fill, where somebody asked for that; empty: the usual share
     */
    public static CaseChoice choose(CaseChoice choice, double gflops, String speed, MemoryGuard guard, Optional<MemoryUse> requested) {
        MemoryUse use = requested.orElse(MemoryUse.USUAL);
        return choose(choice, requested.isPresent() ? Double.POSITIVE_INFINITY : gflops, speed,
                guard.largest(choice.cases().getFirst(), use),
                "the largest that takes %s of the available memory".formatted(use.words()));
    }

    /**
     * Returns the tests with an N that fits into the memory of all hosts together, for a plan that gives each host what it has room for.
     * Where nobody asked to fill memory, N is also small enough that the test takes about {@value #TARGET_SECONDS} s. Returns several, the
     * largest first, because a plan cannot always fill all memory: a grid's rows and columns, or many panels on a small host, may prevent
     * it. For the later ones, the memory to fill falls by eighths, from 8/8 to 2/8 of what is allowed; equal N may follow each other.
     *
     * @param choice    tests whose N nobody gave; all get one N, found for the parameters of the first, and where nobody gave NB, one that
     *                  fits N
     * @param gflops    rate of the kernels of all ranks together, in GFLOPS, from which the seconds are estimated
     * @param speed     where this rate comes from, for people
     * @param guard     knows what memory a case takes
     * @param requested how much memory to fill, where somebody asked for that; empty: the usual share
     */
    public static List<CaseChoice> chooseTogether(CaseChoice choice, double gflops, String speed, MemoryGuard guard,
            Optional<MemoryUse> requested) {
        HplCase pattern = choice.cases().getFirst();
        return EIGHTHS.stream().map(eighths -> requested.orElse(MemoryUse.USUAL).reduced(eighths)).map(use -> choose(choice,
                requested.isPresent() ? Double.POSITIVE_INFINITY : gflops, speed, guard.largestTogether(pattern, use),
                "the largest that takes %s of the memory of %s".formatted(use.words(),
                        use instanceof MemoryUse.Share ? "all hosts" : "each host")))
                .toList();
    }

    private static CaseChoice choose(CaseChoice choice, double gflops, String speed, int byMemory, String memory) {
        HplCase pattern = choice.cases().getFirst();
        double rate = gflops * KERNEL_RATE_SHARE;
        double byTime = Math.floor(Math.cbrt(1.5 * rate * 1e9 * TARGET_SECONDS));
        int most = (int) Math.min(byTime, byMemory);
        int nb = choice.open().nb() ? choice.open().fitting().of(most) : pattern.nb();
        int n = multiple(most, nb);
        String why = byMemory < byTime ? memory
                : "which takes about %d s at %.0f %% of %s".formatted(TARGET_SECONDS, 100 * KERNEL_RATE_SHARE, speed);
        return choice.withN(n, "no N given: N=" + n + " NB=" + nb + " P=" + pattern.p() + " Q="
                + pattern.q() + ", " + why);
    }

    private static int multiple(int n, int nb) {
        return n < nb ? n : n / nb * nb;
    }
}
