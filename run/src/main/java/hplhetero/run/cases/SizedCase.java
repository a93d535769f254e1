package hplhetero.run.cases;

import hplhetero.hpl.HplCase;
import java.util.Locale;

/** An order of A that suits the machine: about {@value #SECONDS} s of solving, and not more than memory allows. */
public final class SizedCase {
    static final int SECONDS = 20;
    /** What the whole solve reaches of the kernel's rate: panels, swaps and the small end take the rest. */
    static final double EFFICIENCY = 0.85;
    /** The share of the available memory that a run nobody asked the size of may take. */
    static final double MEMORY_SHARE = 0.8;

    private SizedCase() {
    }

    /**
     * Chooses N.
     *
     * @param choice        one whose N nobody gave
     * @param gflopsPerCore rate of the kernels on one core
     * @param cores         cores that will work
     * @param guard         knows what a case takes
     * @param available     bytes of memory
     */
    public static CaseChoice choose(CaseChoice choice, double gflopsPerCore, int cores, MemoryGuard guard, long available) {
        HplCase pattern = choice.cases().getFirst();
        double rate = gflopsPerCore * cores * EFFICIENCY;
        int byTime = (int) Math.cbrt(1.5 * rate * 1e9 * SECONDS);
        int byMemory = guard.largest(pattern, (long) (MEMORY_SHARE * available));
        int most = Math.min(byTime, byMemory);
        int nb = choice.open().nb() ? BlockSize.of(most) : pattern.nb();
        int n = multiple(most, nb);
        String why = byMemory < byTime ? "as much as %.0f %% of the available memory holds".formatted(100 * MEMORY_SHARE)
                : String.format(Locale.ROOT, "about %d s at %.0f GFLOPS a core on %d core(s)", SECONDS, gflopsPerCore, cores);
        return choice.withN(n, "no N given: N=" + n + " NB=" + nb + " P=" + pattern.p() + " Q="
                + pattern.q() + ", " + why);
    }

    private static int multiple(int n, int nb) {
        return n < nb ? n : n / nb * nb;
    }
}
