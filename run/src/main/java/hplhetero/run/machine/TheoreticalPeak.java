package hplhetero.run.machine;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rpeak from the data sheet: cores x clock x floating-point operations a cycle. Only for processors whose
 * multiply-add units are known and whose clock the system tells; otherwise the peak has to be measured.
 *
 * @param gflopsPerCore of one core
 * @param source        the two factors, for people
 */
public record TheoreticalPeak(double gflopsPerCore, String source) {
    /** Double-precision operations a core and cycle: units x lanes x 2, from the makers' optimization guides. */
    private static final Map<String, Integer> FLOP_PER_CYCLE = Map.ofEntries(
            Map.entry("Zen", 8), Map.entry("Zen / Zen+", 8), Map.entry("Zen+", 8), Map.entry("Zen 2", 16),
            Map.entry("Zen 3", 16), Map.entry("Zen 4", 16), Map.entry("Haswell (Client)", 16),
            Map.entry("Haswell (Server)", 16), Map.entry("Broadwell (Client)", 16), Map.entry("Broadwell (Server)", 16),
            Map.entry("Skylake (Client)", 16), Map.entry("Kaby Lake", 16), Map.entry("Coffee Lake", 16),
            Map.entry("Ice Lake (Server)", 32), Map.entry("Sapphire Rapids", 32),
            Map.entry("Cortex-A57", 4), Map.entry("Cortex-A72", 4), Map.entry("Cortex-A76", 8),
            Map.entry("Neoverse-N1", 8), Map.entry("Neoverse-V1", 16), Map.entry("Neoverse-V2", 16));

    /** The peak of one core, or empty when it is not known. */
    public static Optional<TheoreticalPeak> of(Machine machine, Hardware hardware) {
        Integer flop = FLOP_PER_CYCLE.get(hardware.microArchitecture());
        if (flop == null || machine.maxGigahertz().isEmpty()) {
            return Optional.empty();
        }
        double clock = machine.maxGigahertz().getAsDouble();
        return Optional.of(new TheoreticalPeak(flop * clock, String.format(Locale.ROOT,
                "highest clock %.2f GHz x %d flop/cycle of %s", clock, flop, hardware.microArchitecture())));
    }
}
