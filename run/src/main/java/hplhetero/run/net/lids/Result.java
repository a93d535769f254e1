package hplhetero.run.net.lids;

import java.util.List;
import java.util.Optional;

/**
 * What a table is worth, as it stands in JSON.
 *
 * @param table    whose: the word for the method, or for tables that were there
 * @param paths    that it may use
 * @param refused  why the method cannot be used here; null where it can
 * @param unsolved messages, or for tables of the job pairs of ranks, for which it found no free path; null of methods that do not look
 * @param patterns one entry for each; empty where it is refused
 */
record Result(String table, int paths, String refused, Long unsolved, List<Loads> patterns) {

    Result {
        patterns = List.copyOf(patterns);
    }

    Optional<String> reason() {
        return Optional.ofNullable(refused);
    }

    int stages() {
        return patterns.stream().mapToInt(Loads::stages).sum();
    }

    int contended() {
        return patterns.stream().mapToInt(Loads::contended).sum();
    }
}
