package hplhetero.run.net.lids;

import java.util.List;
import java.util.Optional;

/**
 * The quality of a table, as written to JSON.
 *
 * @param table    name of the table: the word for the method, or for tables that existed before
 * @param paths    number of paths that the table may use
 * @param refused  why the method cannot be used here; null where it can
 * @param unsolved number of messages, or for tables of the job of pairs of ranks, for which the method found no free path; null for methods
 * that do not look for one
 * @param patterns the loads of each pattern; empty where the method is refused
 */
record Result(String table, int paths, String refused, Long unsolved, List<Loads> patterns) {

    Result {
        patterns = List.copyOf(patterns);
    }

    /** Returns why the method cannot be used here; empty where it can. */
    Optional<String> reason() {
        return Optional.ofNullable(refused);
    }

    /** Returns the number of stages of all patterns in which anything is sent between nodes. */
    int stages() {
        return patterns.stream().mapToInt(Loads::stages).sum();
    }

    /** Returns the number of these stages of all patterns in which a link between switches is more loaded than any node's link. */
    int contended() {
        return patterns.stream().mapToInt(Loads::contended).sum();
    }
}
