package hplhetero.run.machine;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The theoretical peak Rpeak of a core from the data sheet: clock x floating-point operations a cycle. It exists only for processors whose
 * multiply-add units are known and whose clock the system tells; for others the peak has to be measured.
 *
 * @param gflopsPerCore peak of one core, in GFLOPS
 * @param source        the two factors, for people
 */
public record TheoreticalPeak(double gflopsPerCore, String source) {
    /**
     * Microarchitectures, by OSHI's names, by their double-precision operations a core and cycle: multiply-add units x lanes x 2. Some are
     * left out, so that their peak is measured: server processors of Skylake, Cascade Lake and Cooper Lake, of which some have one 512-bit
     * unit and some two; and processors with cores of several kinds (Alder Lake and later).
     *
     * <p>Sources: Intel 64 and IA-32 Architectures Optimization Reference Manual, chapter 2; AMD, Software Optimization Guide for the
     * families 17h, 19h and 1Ah, "Floating-Point Unit"; Arm, Software Optimization Guide of each core, "ASIMD floating-point multiply
     * accumulate" and its SVE counterpart.
     */
    private static final Map<Integer, List<String>> BY_FLOP_PER_CYCLE = Map.of(
            4, List.of("Nehalem (Client)", "Nehalem (Server)", "Nehalem (Client) / Nehalem (Server)", "Westmere (Client)",
                    "Westmere (Server)", "Cortex-A57", "Cortex-A72"),
            8, List.of("Sandy Bridge (Client)", "Sandy Bridge (Server)", "Ivy Bridge (Client)", "Ivy Bridge (Server)",
                    "Zen", "Zen / Zen+", "Zen+", "Cortex-A76", "Cortex-A77", "Cortex-A78", "Cortex-A78C", "Cortex-A710",
                    "Neoverse-N1", "Neoverse-N2"),
            16, List.of("Haswell (Client)", "Haswell (Server)", "Broadwell (Client)", "Broadwell (Server)",
                    "Skylake (Client)", "Kaby Lake", "Coffee Lake", "Amber Lake", "Whiskey Lake", "Comet Lake",
                    "Ice Lake (Client)", "Tiger Lake", "Rocket Lake", "Zen 2", "Zen 3", "Zen 3+", "Zen 4", "Cortex-X1",
                    "Cortex-X1C", "Cortex-X2", "Cortex-X3", "Cortex-X4", "Neoverse-V1", "Neoverse-V2", "Neoverse-V3"),
            32, List.of("Ice Lake (Server)", "Sapphire Rapids", "Knights Landing"));
    /** OSHI's name of Zen 5, whose mobile processors have units of half the width, so that the name alone does not tell. */
    private static final String ZEN_5 = "Zen 5";
    private static final int ZEN_5_SERVER_FLOPS_PER_CYCLE = 32;

    /** Returns the peak of one core, the mean where cores have different clocks; empty when it is not known. */
    public static Optional<TheoreticalPeak> of(Machine machine, Hardware hardware) {
        int flop = flopPerCycle(machine, hardware.microArchitecture());
        if (flop == 0 || machine.gigahertz().isEmpty()) {
            return Optional.empty();
        }
        DoubleSummaryStatistics clocks = machine.gigahertz().stream().mapToDouble(Double::doubleValue).summaryStatistics();
        String words = clocks.getMin() == clocks.getMax() ? String.format(Locale.ROOT, "highest clock %.2f GHz", clocks.getMax())
                : String.format(Locale.ROOT, "highest clocks %.2f to %.2f GHz, %.2f GHz on average", clocks.getMin(), clocks.getMax(),
                        clocks.getAverage());
        return Optional.of(new TheoreticalPeak(flop * clocks.getAverage(), String.format(Locale.ROOT, "%s x %d flop/cycle of %s", words,
                flop, hardware.microArchitecture())));
    }

    private static int flopPerCycle(Machine machine, String microArchitecture) {
        if (microArchitecture.equals(ZEN_5)) {
            return machine.processor().contains("EPYC") ? ZEN_5_SERVER_FLOPS_PER_CYCLE : 0;
        }
        return BY_FLOP_PER_CYCLE.entrySet().stream().filter(e -> e.getValue().contains(microArchitecture))
                .mapToInt(Map.Entry::getKey).findFirst().orElse(0);
    }
}
