package hplhetero.hpl.calibrate;

/** How much a calibration measures. */
public enum Effort {
    /**
     * All measurements together keep to a time that was fixed before. Nothing is measured a second time, however much ranks vary. Earlier
     * measurements are checked by a glance before they are taken.
     */
    SHORT,
    /**
     * Ranks that are slow get the time that they need, ranks that vary are measured again, and earlier measurements are taken without a
     * check.
     */
    THOROUGH
}
