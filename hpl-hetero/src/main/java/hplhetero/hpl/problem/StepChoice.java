package hplhetero.hpl.problem;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;
import java.util.Objects;

/**
 * How one panel step communicates.
 *
 * @param broadcast by which the panel travels
 * @param swap      by which rows change places as the panel has them do
 */
public record StepChoice(BroadcastAlgorithm broadcast, SwapAlgorithm swap) implements Serializable {
    public StepChoice {
        Objects.requireNonNull(broadcast, "broadcast");
        Objects.requireNonNull(swap, "swap");
    }
}
