package hplhetero.network.lid;

import java.util.function.Function;

/** A way to choose by which path each rank sends to each. */
public enum LidMethod {
    /** One LID a node: path 0, whoever sends. */
    SINGLE("single", SingleLid::choose),
    /** One path for all that a rank sends: what an MPI over UCX can carry out. */
    SENDER_WISE("sender-wise", SenderWise::choose),
    /** One of several LIDs for each node of a job, whoever sends to it: those of a leaf switch are reached over different roots. */
    NODE_WISE("node-wise", NodeWise::choose),
    /** The six steps of Naruse and others: a LID for each pair of nodes, so that stages of a shift share no link, found greedily. */
    PAPER("paper", SixSteps::choose),
    /** Colouring the edges of each stage as those of a bipartite multigraph of leaf switches: finds paths that share no link. */
    COLOURING("colouring", PathColouring::choose);

    private final String label;
    private final Function<LidQuestion, LidChoice> choose;

    LidMethod(String label, Function<LidQuestion, LidChoice> choose) {
        this.label = label;
        this.choose = choose;
    }

    /** The word for it in options and tables. */
    public String label() {
        return label;
    }

    /** @throws IllegalArgumentException when the fabric is no tree, or has not the paths that the method needs */
    public LidChoice choose(LidQuestion question) {
        return choose.apply(question);
    }
}
