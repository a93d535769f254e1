/**
 * The choice of the broadcast and row swap of each panel step, where the program chooses: a table by panel, and what is learnt in a run.
 *
 * <p>Owns: the table, the trials and their verdicts, a rank's exposed waiting and the piggybacked word by which it tells other ranks of it.
 * Must not know: how panels are sent and rows are swapped, and how choices come about before the clock starts.
 *
 * <p>The selection of collectives ({@code comm.select}) learns otherwise, and shares no rule with this package but that all ranks judge
 * alike by the same figures. Selection times calls that nothing hides, races all candidates in rounds, takes the one with the least time,
 * and sends messages to agree. Here the time of a broadcast says nothing, as it hides behind the update. Steps become shorter as the run
 * goes on, so that times of different panels cannot be compared. One candidate at a time is compared with the choice in force before and
 * after it, by exposed waiting, and is taken only if the gain is clear. Trials are a bounded share of the panels, and the figures go with
 * messages that are sent anyway.
 *
 * <p>Start reading at {@link hplhetero.hpl.choose.StepLearner}; when something is tried and taken is in
 * {@link hplhetero.hpl.choose.Learning}.
 */
package hplhetero.hpl.choose;
