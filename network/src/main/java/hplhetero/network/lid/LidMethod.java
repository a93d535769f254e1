package hplhetero.network.lid;

import java.util.function.Function;

/** The methods of choosing the path by which each rank sends to each other rank. */
public enum LidMethod {
    /** One LID for each node: every sender uses path 0. */
    SINGLE("single", SingleLid::choose),
    /** One path for all messages of a sender, which an MPI over UCX can carry out. */
    SENDER_WISE("sender-wise", SenderWise::choose),
    /**
     * A LID of each node that all senders use, chosen among several for each node of a job. Nodes of one leaf switch are reached over
     * different roots.
     */
    NODE_WISE("node-wise", NodeWise::choose),
    /**
     * The six steps of Naruse and others: a LID for each pair of nodes, found greedily, so that messages of a shift's stage share no link.
     */
    PAPER("paper", SixSteps::choose),
    /** Colouring the edges of each stage, taken as those of a bipartite multigraph of leaf switches: finds paths that share no link. */
    COLOURING("colouring", PathColouring::choose);

    private final String label;
    private final Function<LidQuestion, LidChoice> choose;

    LidMethod(String label, Function<LidQuestion, LidChoice> choose) {
        this.label = label;
        this.choose = choose;
    }

    /** Returns the word for this method in options and tables. */
    public String label() {
        return label;
    }

    /**
     * Chooses by this method a path for each pair of ranks.
     *
     * @param question ranks, patterns of messages and paths to choose among
     * @return path by which each rank sends to each other rank
     * @throws IllegalArgumentException when the fabric is no tree, or does not have the paths that the method needs
     */
    public LidChoice choose(LidQuestion question) {
        return choose.apply(question);
    }
}
