package hplhetero.network.lid;

import hplhetero.network.topology.PathTable;

/** One LID a node. */
final class SingleLid {
    private SingleLid() {
    }

    static LidChoice choose(LidQuestion question) {
        return new LidChoice(PathTable.of(question.placement().ranks(), (from, to) -> 0), 0);
    }
}
