package hplhetero.run.cases;

import hplhetero.hpl.problem.HplCase;
import java.util.Arrays;
import java.util.List;

/** An order of A that suits the machine: about {@value #TARGET_SECONDS} s of solving, and not more than memory allows. */
public final class SizedCase {
    static final int TARGET_SECONDS = 20;
    /** What the whole solve reaches of the kernel's rate: panels, swaps and the small end take the rest. */
    static final double KERNEL_RATE_SHARE = 0.85;
    /** The share of the available memory that a run nobody asked the size of may take. */
    static final double MEMORY_SHARE = 0.8;
    /** Shares of the memory of all hosts that are tried, where a plan is to fill it. */
    private static final double[] MEMORY_SHARES = {MEMORY_SHARE, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2};

    private SizedCase() {
    }

    /**
     * Chooses N.
     *
     * @param choice one whose N nobody gave
     * @param gflops rate of the kernels of all ranks together
     * @param speed  how that comes about, for people
     * @param guard  knows what a case takes
     */
    public static CaseChoice choose(CaseChoice choice, double gflops, String speed, MemoryGuard guard) {
        return choose(choice, gflops, speed, guard.largest(choice.cases().getFirst(), MEMORY_SHARE),
                "as much as %.0f %% of the available memory holds".formatted(100 * MEMORY_SHARE));
    }

    /**
     * The same where a plan gives each host what it has room for: by the memory of all hosts together, the largest first. Not every part of
     * it can be filled: a grid's rows and columns, or many panels on a small host, stand against it.
     */
    public static List<CaseChoice> chooseTogether(CaseChoice choice, double gflops, String speed, MemoryGuard guard) {
        HplCase pattern = choice.cases().getFirst();
        return Arrays.stream(MEMORY_SHARES).mapToObj(part -> choose(choice, gflops, speed, guard.largestTogether(pattern, part),
                "as much as %.0f %% of the memory of all hosts holds".formatted(100 * part))).toList();
    }

    private static CaseChoice choose(CaseChoice choice, double gflops, String speed, int byMemory, String memory) {
        HplCase pattern = choice.cases().getFirst();
        double rate = gflops * KERNEL_RATE_SHARE;
        int byTime = (int) Math.cbrt(1.5 * rate * 1e9 * TARGET_SECONDS);
        int most = Math.min(byTime, byMemory);
        int nb = choice.open().nb() ? BlockSize.of(most) : pattern.nb();
        int n = multiple(most, nb);
        String why = byMemory < byTime ? memory : "about %d s at %.0f %% of %s".formatted(TARGET_SECONDS, 100 * KERNEL_RATE_SHARE, speed);
        return choice.withN(n, "no N given: N=" + n + " NB=" + nb + " P=" + pattern.p() + " Q="
                + pattern.q() + ", " + why);
    }

    private static int multiple(int n, int nb) {
        return n < nb ? n : n / nb * nb;
    }
}
