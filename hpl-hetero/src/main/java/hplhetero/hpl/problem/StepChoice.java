package hplhetero.hpl.problem;

import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;
import java.util.Objects;

/**
 * The algorithms by which one panel step communicates.
 *
 * @param broadcast algorithm by which the panel is sent along the process rows
 * @param swap      algorithm by which a process column swaps the rows that the panel's pivots name
 */
public record StepChoice(BroadcastAlgorithm broadcast, SwapAlgorithm swap) implements Serializable {
    public StepChoice {
        Objects.requireNonNull(broadcast, "broadcast");
        Objects.requireNonNull(swap, "swap");
    }
}
