package hplhetero.run.resume;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What rank 0 keeps of a run, so that the run can be resumed: its tests, what is finished, and where the state of the test under way is.
 *
 * @param id        identifier of the run, which no other run has; the parts of a resumed run share it
 * @param input     the HPL.dat of the run, where there was one
 * @param choice    the tests, with the maps and choices that were made for them
 * @param repeat    how many times each test is run
 * @param siteOf    number of the site of each rank, by rank; empty where nothing is known of sites
 * @param finished  results of the tests that are finished, in order
 * @param series    number of the folder in which the state of the next test is
 * @param hasState  whether all ranks have written a state of that test
 */
public record RunState(String id, InputFile input, CaseChoice choice, int repeat, List<Integer> siteOf, List<CaseResult> finished,
        int series, boolean hasState) implements Serializable {

    public RunState {
        siteOf = List.copyOf(siteOf);
        finished = List.copyOf(finished);
    }

    /** Returns the state of a run that begins. */
    public static RunState begin(InputFile input, CaseChoice choice, int repeat, List<Integer> siteOf) {
        return new RunState(UUID.randomUUID().toString(), input, choice, repeat, siteOf, List.of(), 1, false);
    }

    /** Returns all tests in order, repeated as a whole. So what changes with time affects every test alike. */
    public List<HplCase> tests() {
        return Collections.nCopies(repeat, choice.cases()).stream().flatMap(List::stream).toList();
    }

    /** Returns whether no test is left. */
    public boolean isFinished() {
        return finished.size() == repeat * choice.cases().size();
    }

    /** Returns the test under way, the first one that is not finished. */
    HplCase next() {
        return tests().get(finished.size());
    }

    /**
     * Returns this state with other maps of its tests, so that the test under way gets a series of states of its own.
     *
     * @param planned the same tests, on other maps
     * @param sites   number of the site of each rank now
     */
    public RunState with(CaseChoice planned, List<Integer> sites) {
        return new RunState(id, input, planned, repeat, sites, finished, series + 1, false);
    }

    /** Returns this state with a state of the test under way on all ranks. */
    RunState withState() {
        return new RunState(id, input, choice, repeat, siteOf, finished, series, true);
    }

    /**
     * Returns this state with one more test finished. What was measured of the ranks is left out of the result.
     *
     * @param result the result of the test
     */
    RunState with(CaseResult result) {
        List<CaseResult> more = Stream.concat(finished.stream(), Stream.of(result.withoutCluster())).toList();
        return new RunState(id, input, choice, repeat, siteOf, more, series + 1, false);
    }
}
