package hplhetero.hpl.result;

import hplhetero.hpl.problem.StepChoice;
import java.io.Serializable;

/**
 * A choice of broadcast and row swap that was tried within a run, and its verdict.
 *
 * @param first      number of the first panel that took the choice under trial
 * @param panels     number of panels under trial, and of each of the two windows that they are compared with, before and after
 * @param tried      the choice under trial
 * @param against    the choice in force, which the panels before and after took
 * @param waiting    mean share of a step, 0..1, for which ranks waited with nothing to do in the windows before and after
 * @param difference how much larger that share was under trial; &lt; 0 where ranks waited less
 * @param needed     how much smaller that share had to be under trial to be believed: two standard errors of the mean over the ranks, or
 *                   1 % and half of the difference between the windows before and after, whichever is larger; NaN where not known
 * @param taken      whether the choice under trial was taken from then on
 */
public record StepTrial(int first, int panels, StepChoice tried, StepChoice against, double waiting, double difference, double needed,
                        boolean taken) implements Serializable {

    /** Returns whether ranks waited less under trial, but by too little to be told from chance. */
    public boolean isUncertain() {
        return !taken && difference < 0 && -difference < needed;
    }
}
