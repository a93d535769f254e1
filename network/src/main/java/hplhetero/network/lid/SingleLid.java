package hplhetero.network.lid;

import hplhetero.network.topology.PathTable;

/** The choice of one LID for each node: all ranks send by path 0. */
final class SingleLid {
    private SingleLid() {
    }

    /** Chooses by this class' method the path by which each rank sends to each other rank. */
    static LidChoice choose(LidQuestion question) {
        return new LidChoice(PathTable.of(question.placement().ranks(), (from, to) -> 0), 0);
    }
}
