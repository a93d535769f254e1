package hplhetero.hpl.result;

/** A quantity that is sampled on a host while a test's clock runs. */
public enum HealthQuantity {
    /** Mean clock of the cores that work, in MHz. */
    CLOCK("megahertz", Merge.MEAN),
    /** The lowest sample of {@link #CLOCK} since the last point, in MHz. */
    LEAST_CLOCK("leastMegahertz", Merge.LOWEST),
    /** The highest temperature of a processor, in degrees Celsius. */
    TEMPERATURE("celsius", Merge.HIGHEST),
    /** Power of what the host's meters cover, in watts. */
    POWER("watts", Merge.MEAN),
    /** Seconds since the start of the test in which a core or package was slowed for heat or power. */
    THROTTLED("throttledSeconds", Merge.LAST),
    /** Number of cores that the ranks used. */
    OWN_CORES("ownCores", Merge.MEAN),
    /** Number of the ranks' cores that other processes used. */
    OTHER_CORES("otherCores", Merge.MEAN),
    /** Number of the ranks' cores that other virtual machines used. */
    STOLEN_CORES("stolenCores", Merge.MEAN),
    /** Memory that processes could still get, in bytes. */
    FREE_MEMORY("freeBytes", Merge.LOWEST),
    /** Bytes that the host has written to swap since the start of the test. */
    SWAPPED("swappedBytes", Merge.LAST),
    /** Number of memory errors, since the start of the test, that ECC has corrected. */
    CORRECTED_ERRORS("correctedMemoryErrors", Merge.LAST),
    /** Number of memory errors, since the start of the test, that ECC has found and could not correct. */
    UNCORRECTED_ERRORS("uncorrectedMemoryErrors", Merge.LAST),
    /** Number of errors of network ports since the start of the test. */
    LINK_ERRORS("linkErrors", Merge.LAST),
    /** Number of times since the start of the test that a network link was lost. */
    LINK_DOWNS("linkDowns", Merge.LAST),
    /** Number of packets that network interfaces have dropped since the start of the test, which happens on good networks too. */
    LINK_DROPS("linkDrops", Merge.LAST),
    /** Clock of the slowest GPU, in MHz. */
    GPU_CLOCK("gpuMegahertz", Merge.MEAN),
    /** The highest temperature of a GPU, in degrees Celsius. */
    GPU_TEMPERATURE("gpuCelsius", Merge.HIGHEST),
    /** Seconds since the start of the test in which a GPU was slowed for heat or by its power supply. */
    GPU_THROTTLED("gpuThrottledSeconds", Merge.LAST),
    /** Number of memory errors of GPUs, since the start of the test, that ECC has corrected. */
    GPU_CORRECTED_ERRORS("gpuCorrectedErrors", Merge.LAST),
    /** Number of memory errors of GPUs, since the start of the test, that ECC has found and could not correct. */
    GPU_UNCORRECTED_ERRORS("gpuUncorrectedErrors", Merge.LAST),
    /** Seconds since the start of the test in which a GPU was slowed for heat. */
    GPU_HEAT("gpuHeatSeconds", Merge.LAST),
    /** Seconds since the start of the test in which a GPU was slowed by its power supply. */
    GPU_POWER_BRAKE("gpuPowerBrakeSeconds", Merge.LAST),
    /** Seconds since the start of the test in which a GPU was at the power limit that is set, which is usual. */
    GPU_POWER_LIMIT("gpuPowerLimitSeconds", Merge.LAST),
    /** Number of the GPU whose PCIe link is the furthest below what it can be, counted from 0 as nvidia-smi does. */
    GPU_LINK("gpuPcieGpu", Merge.LAST),
    /** Generation of PCIe that this GPU's link works with. */
    GPU_LINK_GENERATION("gpuPcieGeneration", Merge.LAST),
    /** Number of lanes that this GPU's link works with. */
    GPU_LINK_WIDTH("gpuPcieWidth", Merge.LAST),
    /** The newest generation of PCIe that this GPU's link can work with. */
    GPU_LINK_MOST_GENERATION("gpuPcieMostGeneration", Merge.LAST),
    /** The largest number of lanes that this GPU's link can work with. */
    GPU_LINK_MOST_WIDTH("gpuPcieMostWidth", Merge.LAST);

    /** How values of one quantity over several spans of time become the value of the whole. */
    public enum Merge {
        /** The mean, by the length of the spans. */
        MEAN,
        /** The lowest of the values. */
        LOWEST,
        /** The highest of the values. */
        HIGHEST,
        /** The last value: the quantity counts up from the start of the test, or tells a state. */
        LAST
    }

    private final String label;
    private final Merge merge;

    HealthQuantity(String label, Merge merge) {
        this.label = label;
        this.merge = merge;
    }

    /** Returns the name of the quantity in files. It has the unit in it. */
    public String label() {
        return label;
    }

    /** Returns how values of several spans of time become one. */
    public Merge merge() {
        return merge;
    }

    /**
     * Returns the value over two spans of time that follow each other. A value that is not known (NaN) leaves the other one.
     *
     * @param first       value of the first span
     * @param firstLength length of the first span, in any unit
     * @param then        value of the span after it
     * @param thenLength  length of that span, in the same unit
     */
    public double merged(double first, double firstLength, double then, double thenLength) {
        if (Double.isNaN(first) || Double.isNaN(then)) {
            return Double.isNaN(then) ? first : then;
        }
        return switch (merge) {
            case MEAN -> (first * firstLength + then * thenLength) / (firstLength + thenLength);
            case LOWEST -> Math.min(first, then);
            case HIGHEST -> Math.max(first, then);
            case LAST -> then;
        };
    }
}
