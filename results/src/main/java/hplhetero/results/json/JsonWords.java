package hplhetero.results.json;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Phase;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The words that stand for the constants of an enum in a file, for writing and reading.
 *
 * @param constants all constants of the enum
 * @param word      gives the word of a constant; no two constants have the same word
 */
record JsonWords<E extends Enum<E>>(List<E> constants, Function<E, String> word) {
    static final JsonWords<ProcessMapping> MAPPINGS = byName(ProcessMapping.class);
    static final JsonWords<SwapAlgorithm> SWAPS = byName(SwapAlgorithm.class);
    static final JsonWords<Factorization> FACTORIZATIONS = byName(Factorization.class);
    static final JsonWords<CheckStatus> STATUSES = byName(CheckStatus.class);
    static final JsonWords<BroadcastAlgorithm> BROADCASTS = new JsonWords<>(BroadcastAlgorithm.class, BroadcastAlgorithm::hplName);
    static final JsonWords<Phase> PHASES = new JsonWords<>(Phase.class, Phase::label);

    private JsonWords(Class<E> type, Function<E, String> word) {
        this(Arrays.asList(type.getEnumConstants()), word);
    }

    /** Returns the words made from constants' names: {@code BINARY_EXCHANGE} becomes {@code binary-exchange}. */
    static <E extends Enum<E>> JsonWords<E> byName(Class<E> type) {
        return new JsonWords<>(type, value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns the word that stands for a constant. */
    String of(E value) {
        return word.apply(value);
    }

    /** Returns the words that stand for some constants, in their order. */
    List<String> of(List<E> values) {
        return values.stream().map(word).toList();
    }

    /** Returns the constant for which a word stands; empty where it stands for none. */
    Optional<E> read(String text) {
        return constants.stream().filter(value -> word.apply(value).equals(text)).findFirst();
    }

    /** Returns all words, separated by commas, for messages to people. */
    String all() {
        return String.join(", ", of(constants));
    }
}
