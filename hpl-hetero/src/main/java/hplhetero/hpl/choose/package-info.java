/**
 * Which broadcast and which row swap each panel step takes, where the program chooses: a table by panel, and what is learnt in a run.
 *
 * <p>Owns: the table, the trials and their verdicts, a rank's exposed waiting and the word by which it tells others of it. Must not know:
 * how panels travel and rows are swapped, how choices come about before the clock.
 *
 * <p>Start reading at {@link hplhetero.hpl.choose.StepLearner}; when something is tried and taken is in
 * {@link hplhetero.hpl.choose.Learning}.
 */
package hplhetero.hpl.choose;
