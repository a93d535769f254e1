package hplhetero.hpl.result;

import hplhetero.hpl.problem.StepChoice;

/**
 * Panels that were sent and applied alike.
 *
 * @param first the first of them
 * @param last  the last of them
 */
public record StepSpan(int first, int last, StepChoice choice) {
}
