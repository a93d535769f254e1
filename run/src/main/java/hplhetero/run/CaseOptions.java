package hplhetero.run;

import hplhetero.input.HplDatOverrides;
import picocli.CommandLine.Option;

/** The options that take the place of values of HPL.dat; each takes a list where HPL.dat does. */
final class CaseOptions {
    @Option(names = {"-N", "--n"}, paramLabel = "N,...", description = "Orders of the matrix.")
    private String n;

    @Option(names = {"--nb"}, paramLabel = "NB,...", description = "Blocking factors.")
    private String nb;

    @Option(names = {"-P", "--p"}, paramLabel = "P,...", description = "Process rows of each grid.")
    private String p;

    @Option(names = {"-Q", "--q"}, paramLabel = "Q,...", description = "Process columns of each grid.")
    private String q;

    @Option(names = {"--pmap"}, paramLabel = "row|column", description = "Numbering of processes over the grid.")
    private String pmap;

    @Option(names = {"--threshold"}, paramLabel = "T", description = "Largest residual that passes; 0: no check.")
    private String threshold;

    @Option(names = {"--pfact"}, paramLabel = "F,...", description = "Panel factorizations: left, crout, right.")
    private String pfact;

    @Option(names = {"--rfact"}, paramLabel = "F,...", description = "Recursive factorizations: left, crout, right.")
    private String rfact;

    @Option(names = {"--nbmin"}, paramLabel = "n,...", description = "Columns at which the recursion ends.")
    private String nbmin;

    @Option(names = {"--ndiv"}, paramLabel = "n,...", description = "Panels in a recursion.")
    private String ndiv;

    @Option(names = {"--bcast"}, paramLabel = "B,...",
            description = "Panel broadcasts: 1ring, 1ringM, 2ring, 2ringM, long, longM; or auto: by phase of the run, "
                    + "as measured links say and the run shows (default where several hosts take part).")
    private String bcast;

    @Option(names = {"--depth"}, paramLabel = "n,...", description = "Look-ahead depths.")
    private String depth;

    @Option(names = {"--swap"}, paramLabel = "S", description = "Row swap: binary, long, mix; or auto, as above.")
    private String swap;

    @Option(names = {"--swap-threshold"}, paramLabel = "n", description = "Columns up to which mix is binary exchange.")
    private String swapThreshold;

    @Option(names = {"--equil"}, paramLabel = "yes|no", description = "Equilibration of the row swap.")
    private String equil;

    /** @param output the text of {@code --output}, null when not given */
    HplDatOverrides overrides(String output) {
        return HplDatOverrides.builder().n(n).nb(nb).p(p).q(q).pmap(pmap).threshold(threshold).pfact(pfact)
                .rfact(rfact).nbmin(nbmin).ndiv(ndiv).bcast(bcast).depth(depth).swap(swap)
                .swapThreshold(swapThreshold).equil(equil).output(output).build();
    }
}
