package hplhetero.hpl.trust;

import hplhetero.hpl.result.StepFinding;

/**
 * The first error that this rank has met in a panel, until the ranks agree on it. Owner: the rank's thread.
 */
public final class PanelFaults {
    private StepFinding.Kind kind;
    private int panel = -1;
    private int row = -1;
    private double size;
    private double tolerance;

    /** Forgets everything, as a factorization begins. */
    void begin() {
        kind = null;
        panel = -1;
    }

    /**
     * Notes an error, if it is the first.
     *
     * @param found     how it was found
     * @param k         number of the panel
     * @param globalRow global row of the panel that is wrong, or -1 where it cannot be told
     * @param off       by how much the row is off
     * @param tolerated by how much rounding may take it off
     */
    public void met(StepFinding.Kind found, int k, int globalRow, double off, double tolerated) {
        if (kind == null) {
            kind = found;
            panel = k;
            row = globalRow;
            // What is not a number would be lost when the ranks take the largest.
            size = Double.isNaN(off) ? Double.POSITIVE_INFINITY : off;
            tolerance = tolerated;
        }
    }

    /** Returns the number of the first panel with an error, or -1. */
    int panel() {
        return panel;
    }

    /** Returns the error as numbers, for the ranks to agree on: ordinal of the kind, row, size, tolerance. */
    double[] numbers() {
        return new double[] {kind.ordinal(), row, size, tolerance};
    }
}
