package hplhetero.run;

import java.util.ArrayList;
import java.util.List;

/** An HPL.dat with one small test on a grid of 2 x 2 ranks, which netlib's HPL reads as well, and variants of this file. */
final class HplDatSample {
    private static final String DAT = """
            HPLinpack benchmark input file
            Innovative Computing Laboratory, University of Tennessee
            HPL.out      output file name (if any)
            6            device out (6=stdout,7=stderr,file)
            1            # of problems sizes (N)
            97           Ns
            1            # of NBs
            16           NBs
            0            PMAP process mapping (0=Row-,1=Column-major)
            1            # of process grids (P x Q)
            2            Ps
            2            Qs
            16.0         threshold
            1            # of panel fact
            2            PFACTs (0=left, 1=Crout, 2=Right)
            1            # of recursive stopping criterium
            4            NBMINs (>= 1)
            1            # of panels in recursion
            2            NDIVs
            1            # of recursive panel fact.
            1            RFACTs (0=left, 1=Crout, 2=Right)
            1            # of broadcast
            1            BCASTs (0=1rg,1=1rM,2=2rg,3=2rM,4=Lng,5=LnM)
            1            # of lookahead depth
            1            DEPTHs (>=0)
            2            SWAP (0=bin-exch,1=long,2=mix)
            64           swapping threshold
            0            L1 in (0=transposed,1=no-transposed) form
            0            U  in (0=transposed,1=no-transposed) form
            1            Equilibration (0=no,1=yes)
            8            memory alignment in double (> 0)
            """;

    private HplDatSample() {
    }

    /**
     * Returns the sample with other lines.
     *
     * @param numbersAndTexts the number of a line, from 1, and its text, for each line to be replaced
     */
    static String dat(Object... numbersAndTexts) {
        List<String> lines = new ArrayList<>(DAT.lines().toList());
        for (int i = 0; i < numbersAndTexts.length; i += 2) {
            lines.set((Integer) numbersAndTexts[i] - 1, (String) numbersAndTexts[i + 1]);
        }
        return String.join("\n", lines) + "\n";
    }
}
