package hplhetero.run.sweep;

import hplhetero.blas.select.DeviceShapes.Shape;
import hplhetero.hpl.problem.HplCase;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.MeasuredBlockSize;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The NB of a run of one rank with a device, where nobody gave NB. It is measured where that takes a small part of the run's time.
 *
 * @param gflops    rate that the run may reach, in GFLOPS
 * @param workBytes bytes of the device's memory for panels and U
 * @param fits      whether the host has memory for a test
 * @param shapes    measures products and panels on a matrix of an order, for some widths; empty where the device factors no panels
 */
record DeviceNb(double gflops, long workBytes, Predicate<HplCase> fits, BiFunction<Integer, List<Integer>, List<Shape>> shapes) {

    /**
     * Returns the tests with the NB that is the fastest by what is measured; the same tests where NB is not open, or measuring would take
     * too long.
     *
     * @param choice tests of one rank, whose N are known
     */
    CaseChoice chosen(CaseChoice choice) {
        HplCase one = Planning.largest(choice);
        if (!choice.open().nb() || !MeasuredBlockSize.pays(choice.flops(), gflops)) {
            return choice;
        }
        List<Integer> candidates = MeasuredBlockSize.candidates(one.n(), one.depth(), workBytes).stream()
                .filter(nb -> fits.test(one.with(one.n(), nb, one.threshold()))).toList();
        List<Shape> measured = candidates.size() < 2 ? List.of() : shapes.apply(MeasuredBlockSize.order(one.n()), candidates);
        if (measured.isEmpty()) {
            return choice;
        }
        int nb = MeasuredBlockSize.fastest(one.n(), measured);
        return choice.withGrid(1, 1, nb).withNotes(List.of("NB=" + nb + ": the fastest of "
                + candidates.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " by the device's measured rates"));
    }
}
