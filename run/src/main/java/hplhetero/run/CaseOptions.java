package hplhetero.run;

import hplhetero.input.HplDatOverrides;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.option.WordLists;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that replace values of HPL.dat. An option takes a list where HPL.dat takes a list. */
@Heading(Topic.TESTS)
final class CaseOptions {
    @Common
    @Option(names = {"-N", "--n"}, paramLabel = "N,...", description = "Orders of the matrix A.")
    private String n;

    @Common
    @Option(names = {"--mem"}, paramLabel = "80%|20GiB", description = "Without -N: choose the largest N whose matrix takes at most this "
            + "share or amount of each host's free memory, however long the run takes. Default: an N that takes about 20 s, and at most "
            + "80%% of the free memory.")
    private String memory;

    @Common
    @Option(names = {"--nb"}, paramLabel = "NB,...", description = "Block sizes.")
    private String nb;

    @Common
    @Option(names = {"-P", "--p"}, paramLabel = "P,...", description = "Process rows of each grid.")
    private String p;

    @Common
    @Option(names = {"-Q", "--q"}, paramLabel = "Q,...", description = "Process columns of each grid.")
    private String q;

    @Option(names = {"--pmap"}, paramLabel = "row|column", completionCandidates = WordLists.Mappings.class,
            description = "Order in which processes fill the grid: by row or by column.")
    private String pmap;

    @Option(names = {"--threshold"}, paramLabel = "T", description = "Largest residual with which a test passes; 0 skips the check.")
    private String threshold;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--pfact"}, paramLabel = "F,...", completionCandidates = WordLists.Factorizations.class,
            description = "Panel factorizations: left, crout, right.")
    private String pfact;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--rfact"}, paramLabel = "F,...", completionCandidates = WordLists.Factorizations.class,
            description = "Recursive panel factorizations: left, crout, right.")
    private String rfact;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--nbmin"}, paramLabel = "n,...", description = "Number of columns at which the recursion stops.")
    private String nbmin;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--ndiv"}, paramLabel = "n,...",
            description = "Number of parts into which each step of the recursion divides a panel.")
    private String ndiv;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--bcast"}, paramLabel = "B,...", completionCandidates = WordLists.Broadcasts.class,
            description = "Panel broadcasts: 1ring, 1ringM, 2ring, 2ringM, long, longM, or auto. auto chooses one for each phase of the "
                    + "run, by measured links and by how long ranks wait. It is the default with several hosts.")
    private String bcast;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--depth"}, paramLabel = "n,...", description = "Look-ahead depths.")
    private String depth;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--swap"}, paramLabel = "S", completionCandidates = WordLists.Swaps.class,
            description = "Row swap: binary, long, mix, or auto (chosen as for --bcast).")
    private String swap;

    @Heading(Topic.ALGORITHM)
    @Option(names = {"--swap-threshold"}, paramLabel = "n",
            description = "Largest number of columns for which --swap mix uses the binary exchange.")
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
