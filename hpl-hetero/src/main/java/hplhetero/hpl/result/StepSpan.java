package hplhetero.hpl.result;

import hplhetero.hpl.problem.StepChoice;
import java.io.Serializable;

/**
 * A run of consecutive panels that took the same broadcast and row swap.
 *
 * @param first  number of the first of these panels
 * @param last   number of the last of these panels
 * @param choice the broadcast and row swap that they took
 */
public record StepSpan(int first, int last, StepChoice choice) implements Serializable {
}
