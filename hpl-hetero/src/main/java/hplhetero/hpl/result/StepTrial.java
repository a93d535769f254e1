package hplhetero.hpl.result;

import hplhetero.hpl.problem.StepChoice;

/**
 * A choice that was tried within a run.
 *
 * @param first      the first panel of the trial
 * @param panels     of the trial, and of what it was held against before and after it
 * @param tried      for these panels
 * @param against    taken before and after them
 * @param waiting    share of a step that ranks waited with nothing to do, by the latter
 * @param difference by how much that share was more with what was tried; &lt; 0: less
 * @param taken      whether it was taken from then on
 */
public record StepTrial(int first, int panels, StepChoice tried, StepChoice against, double waiting, double difference, boolean taken) {
}
