package hplhetero.results.burnin;

/** The likely causes of what a burn-in finds on a host or a link. The order is that in which several causes of a host are told. */
public enum Cause {
    /** The host died, no longer answered, or HPL could not run there. */
    DIED("died, hung or cannot run", "look at its console and its system log; test it alone before it gets jobs again"),
    /** Tests during a run found numbers in memory that were wrong. */
    WRONG_VALUES("wrong values", "take it out of service: processor or memory flips bits; test memory, then exchange parts"),
    /** The residual of a run was too large, so its result is wrong. */
    RESIDUAL_FAILED("residual failed", "take it out of service: its results are wrong; test memory, reset overclocking, exchange parts"),
    /** The memory corrected errors. */
    ECC("memory errors (ECC)", "find the memory module (edac-util -v, or the log of the BMC), reseat or exchange it"),
    /** The host wrote memory to swap. */
    SWAP("memory swapped", "see what holds memory (ps aux --sort -rss), compare its memory with others', or lower the share of memory"),
    /** Processes of others took cores. */
    OTHER_PROCESSES("other processes", "see who takes cores (top, ps aux --sort -pcpu); end leftovers of earlier jobs"),
    /** The clock fell, and the host was hot. */
    HEAT("clock fell: heat", "clean fans and filters, check cooling and air inlet, then the heat sink of the processor"),
    /** The clock is low, and the host was not hot. */
    POWER("clock low: power limit or setting", "compare power limits (powercap, BMC), governor and BIOS settings with a good host"),
    /** Messages through the link of a host, or between two hosts, are slow or fail. */
    LINK("link", "check cable, port and their counters of errors (ethtool -S, ibqueryerrors), then swap the cable with a good host"),
    /** The host is slow, and nothing that was measured says why. */
    SLOW("slow, no visible cause", "compare BIOS settings, memory modules and channels, firmware and kernel with a good host");

    private final String label;
    private final String remedy;

    Cause(String label, String remedy) {
        this.label = label;
        this.remedy = remedy;
    }

    /** Returns the cause in a few words. */
    public String label() {
        return label;
    }

    /** Returns what an administrator can do about the cause. */
    public String remedy() {
        return remedy;
    }
}
