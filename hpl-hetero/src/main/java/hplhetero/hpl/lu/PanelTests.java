package hplhetero.hpl.lu;

import hplhetero.comm.Communicator;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.panel.PanelWatch;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.trust.PanelFaults;
import hplhetero.hpl.trust.PanelTest;
import hplhetero.hpl.trust.Schedule;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The tests of panels: as they are factored, and as they arrive. Owner: the rank's thread. */
final class PanelTests implements PanelWatch {
    private final Schedule schedule;
    private final PanelFaults faults;
    private final EmulatedFlip flip;
    /** Test of each local matrix' panels, indexed by local matrix. */
    private final PanelTest[] tests;

    /**
     * Takes the memory of the tests.
     *
     * @param work     what the factorization works with
     * @param schedule says which panels are tested
     * @param faults   hears of errors
     */
    PanelTests(LuWorkspace work, Schedule schedule, PanelFaults faults, Arena arena) {
        this.schedule = schedule;
        this.faults = faults;
        flip = work.flip;
        tests = new PanelTest[work.matrices.length];
        for (int s = 0; s < tests.length; s++) {
            int column = work.matrices[s].column();
            Communicator ranks = work.communicators.column(column);
            tests[s] = new PanelTest(ranks == null ? null : CollectiveAlgorithms.of(ranks, work.communicators.columnSites(column)),
                    work.map.nb(), work.matrices[s].rows().size(), Tags.PANEL_TEST, work.progress, faults, arena);
        }
    }

    /** Notes what local matrix {@code s} has of a panel that is factored next. */
    void before(int s, PanelBlock block) {
        if (schedule.testsPanel(block.k())) {
            tests[s].before(block.rows());
        }
    }

    /** Tests what local matrix {@code s} has of a panel that has been factored. Collective over the process column. */
    void after(int s, PanelBlock block) {
        if (schedule.testsPanel(block.k())) {
            tests[s].after(block.k(), block.rows(), block.l1(), block.ipiv(), block.blocks());
        }
    }

    @Override
    public boolean tests(int k) {
        return schedule.testsPanel(k);
    }

    @Override
    public void arrived(int k, MemorySegment elements) {
        flip.received(k, elements);
    }

    @Override
    public void damaged(int k) {
        faults.met(StepFinding.Kind.MESSAGE, k, -1, 0, 0);
    }
}
