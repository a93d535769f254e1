package hplhetero.run;

import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Peak;
import hplhetero.results.RunDescription.Provider;
import hplhetero.hpl.MapSpec;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.machine.Hardware;
import hplhetero.run.machine.Machine;
import java.util.List;
import java.util.Optional;

/**
 * Says where and with what a sweep ran.
 *
 * @param request what was asked
 * @param choice  the tests, sized when they were to be
 * @param machine this computer
 * @param kernels the kernels in use
 * @param workers threads of each rank
 */
record Description(RunRequest request, CaseChoice choice, Machine machine, Kernels kernels, int workers) {

    /** As much as is known at this moment. */
    RunDescription now() {
        Hardware hardware = Hardware.of(machine, request.blasOptions().cacheFolder());
        return new RunDescription(HplCommand.Version.text(), machine.host(), os(), machine.processor(),
                hardware.microArchitecture(), hardware.physicalCores(), machine.memoryBytes().orElse(0), java(),
                provider(), choice.ranks(), workers, request.transport(), map(), peak(hardware),
                ClearedEnvironment.variables(), choice.notes(), request.slowdown());
    }

    private String map() {
        if (request.planning() == Planning.Use.NEVER) {
            return request.map();
        }
        return choice.cases().stream().anyMatch(one -> one.map() instanceof MapSpec.Explicit) ? "planned" : "cyclic";
    }

    private Provider provider() {
        return new Provider(kernels.kernels().name(), kernels.kernels().description(),
                kernels.knownRate().orElse(Double.NaN), kernels.reason());
    }

    private Optional<Peak> peak(Hardware hardware) {
        double cores = Math.min(machine.cores(), workers * Wiring.slowedRanks(request, choice.ranks()));
        return CorePeak.of(machine, hardware, kernels).map(core -> new Peak(cores * core.gflops(), core.times(cores)));
    }

    private static String os() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }

    private static String java() {
        return System.getProperty("java.vm.name") + " " + Runtime.version();
    }
}
