package hplhetero.results.netlib;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.format.CFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The text before the first test, as the end of HPL_pdinfo writes it: banner, explained words, parameter values, residual check. */
final class NetlibHeader {
    static final String DOUBLE_RULE = "=".repeat(80) + "\n";
    static final String RULE = "-".repeat(80) + "\n";
    private static final double EPS = 0x1p-53;
    private static final int VALUES_PER_LINE = 8;

    /**
     * The banner of this program, with as many lines as netlib's. No line may begin with W, because scripts find results by that letter.
     */
    private static final String BANNER = """
            hpl-hetero  --  High-Performance Linpack for clusters whose nodes differ
            Compatible with HPLinpack 2.3: same matrix, same input, same check, same output
            HPLinpack was written by A. Petitet and R. Clint Whaley, and modified by Piotr
            Luszczek (Innovative Computing Laboratory, UTK) and Julien Langou (UC Denver)
            """;

    private static final String WORDS = """

            An explanation of the input/output parameters follows:
            T/V    : Wall time / encoded variant.
            N      : The order of the coefficient matrix A.
            NB     : The partitioning blocking factor.
            P      : The number of process rows.
            Q      : The number of process columns.
            Time   : Time in seconds to solve the linear system.
            Gflops : Rate of execution for solving the linear system.

            The following parameter values will be used:

            """;

    private static final String CHECK = """

            - The matrix A is randomly generated for each test.
            - The following scaled residual check will be computed:
                  ||Ax-b||_oo / ( eps * ( || x ||_oo * || A ||_oo + || b ||_oo ) * N )
            """;

    private NetlibHeader() {
    }

    /** Returns the text before the first test of a sweep with these values. */
    static String text(SweepParameters s) {
        return DOUBLE_RULE + BANNER + DOUBLE_RULE + WORDS + values(s) + "\n" + (s.threshold() > 0 ? check(s) : "");
    }

    private static String values(SweepParameters s) {
        return list("N      :", s.ns())
                + list("NB     :", s.nbs())
                + "PMAP   : " + s.mapping().hplName() + " process mapping\n"
                + list("P      :", s.ps())
                + list("Q      :", s.qs())
                + list("PFACT  :", s.pfacts(), Factorization::hplName)
                + list("NBMIN  :", s.nbmins())
                + list("NDIV   :", s.ndivs())
                + list("RFACT  :", s.rfacts(), Factorization::hplName)
                + list("BCAST  :", s.bcasts(), BroadcastAlgorithm::hplName)
                + list("DEPTH  :", s.depths())
                + "SWAP   : " + swap(s.swap(), s.swapThreshold()) + "\n"
                + "L1     : " + form(s.l1Transposed()) + "\n"
                + "U      : " + form(s.uTransposed()) + "\n"
                + "EQUIL  : " + (s.equilibrate() ? "yes" : "no") + "\n"
                + "ALIGN  : " + s.align() + " double precision words\n";
    }

    private static String list(String title, List<Integer> values) {
        return list(title, values, value -> Integer.toString(value));
    }

    /** Returns a title with its values, eight in a line; further lines are indented by the title's width. */
    private static <T> String list(String title, List<T> values, Function<T, String> word) {
        StringBuilder text = new StringBuilder(title);
        for (int i = 0; i < values.size(); i++) {
            if (i > 0 && i % VALUES_PER_LINE == 0) {
                text.append('\n').append(" ".repeat(title.length()));
            }
            text.append(String.format(Locale.ROOT, "%8s ", word.apply(values.get(i))));
        }
        return text.append('\n').toString();
    }

    private static String swap(SwapAlgorithm swap, int threshold) {
        return switch (swap) {
            case BINARY_EXCHANGE -> "Binary-exchange";
            case SPREAD_ROLL -> "Spread-roll (long)";
            case MIX -> "Mix (threshold = " + threshold + ")";
        };
    }

    private static String form(boolean transposed) {
        return transposed ? "transposed form" : "no-transposed form";
    }

    private static String check(SweepParameters s) {
        return RULE + CHECK
                + "- The relative machine precision (eps) is taken to be      " + CFormat.exponent(EPS, 21, 6) + "\n"
                + "- Computational tests pass if scaled residuals are less than         "
                + CFormat.fixed(s.threshold(), 11, 1) + "\n\n";
    }
}
