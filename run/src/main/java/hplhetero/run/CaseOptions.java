package hplhetero.run;

import hplhetero.input.HplDatOverrides;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.WordLists;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that replace values of HPL.dat. An option takes a list where HPL.dat takes a list. */
@Heading(Topic.TESTS)
final class CaseOptions {
    @Option(names = {"-N", "--n"}, paramLabel = "N,...", description = "Orders of the matrix.")
    private String n;

    @Option(names = {"--mem"}, paramLabel = "80%|20GiB", description = "Without -N: the largest N that takes no more of each host's free "
            + "memory, however long that runs; default: at most 80%%, and about 20 s.")
    private String memory;

    @Option(names = {"--nb"}, paramLabel = "NB,...", description = "Blocking factors.")
    private String nb;

    @Option(names = {"-P", "--p"}, paramLabel = "P,...", description = "Process rows of each grid.")
    private String p;

    @Option(names = {"-Q", "--q"}, paramLabel = "Q,...", description = "Process columns of each grid.")
    private String q;

    @Option(names = {"--pmap"}, paramLabel = "row|column", completionCandidates = WordLists.Mappings.class,
            description = "Numbering of processes over the grid.")
    private String pmap;

    @Option(names = {"--threshold"}, paramLabel = "T", description = "Largest residual that passes; 0: no check.")
    private String threshold;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--pfact"}, paramLabel = "F,...", completionCandidates = WordLists.Factorizations.class,
            description = "Panel factorizations: left, crout, right.")
    private String pfact;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--rfact"}, paramLabel = "F,...", completionCandidates = WordLists.Factorizations.class,
            description = "Recursive factorizations: left, crout, right.")
    private String rfact;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--nbmin"}, paramLabel = "n,...", description = "Columns at which the recursion ends.")
    private String nbmin;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--ndiv"}, paramLabel = "n,...", description = "Panels in a recursion.")
    private String ndiv;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--bcast"}, paramLabel = "B,...", completionCandidates = WordLists.Broadcasts.class,

            description = "Panel broadcasts: 1ring, 1ringM, 2ring, 2ringM, long, longM; or auto: by phase of the run, "
                    + "as measured links say and the run shows (default where several hosts take part).")
    private String bcast;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--depth"}, paramLabel = "n,...", description = "Look-ahead depths.")
    private String depth;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--swap"}, paramLabel = "S", completionCandidates = WordLists.Swaps.class,
            description = "Row swap: binary, long, mix; or auto, as above.")
    private String swap;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--swap-threshold"}, paramLabel = "n", description = "Columns up to which mix is binary exchange.")
    private String swapThreshold;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--equil"}, paramLabel = "yes|no", completionCandidates = WordLists.YesNo.class,
            description = "Equilibration of the row swap.")
    private String equil;

    /** Returns how much memory a run without a given N is to fill, where {@code --mem} says so. */
    Optional<MemoryUse> memory() {
        return Optional.ofNullable(memory).map(text -> MemoryUse.parse("--mem", text));
    }

    /**
     * Returns the values that the given options put in place of HPL.dat's.
     *
     * @param output the text of {@code --output}, null when not given
     */
    HplDatOverrides overrides(String output) {
        return HplDatOverrides.of("-N", n, "--nb", nb, "-P", p, "-Q", q, "--pmap", pmap, "--threshold", threshold, "--pfact", pfact,
                "--rfact", rfact, "--nbmin", nbmin, "--ndiv", ndiv, "--bcast", bcast, "--depth", depth, "--swap", swap,
                "--swap-threshold", swapThreshold, "--equil", equil, "--output", output);
    }
}
