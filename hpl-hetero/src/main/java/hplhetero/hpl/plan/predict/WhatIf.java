package hplhetero.hpl.plan.predict;

import hplhetero.hpl.model.Prediction;

/**
 * The prediction for a machine, or a way to run it, with something changed.
 *
 * @param change  what is changed, in words
 * @param n       order of A
 * @param seconds seconds of the run
 * @param gflops  billions of operations a second
 */
public record WhatIf(String change, int n, double seconds, double gflops) {

    /**
     * Returns the record of a prediction with something changed.
     *
     * @param change     what is changed, in words
     * @param n          order of A
     * @param prediction what the time model predicts with the change
     */
    static WhatIf of(String change, int n, Prediction prediction) {
        return new WhatIf(change, n, prediction.seconds(), prediction.gflops(n));
    }
}
