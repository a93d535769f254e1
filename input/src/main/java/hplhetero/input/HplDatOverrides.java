package hplhetero.input;

import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.hpl.Factorization;
import hplhetero.hpl.ProcessMapping;
import hplhetero.hpl.SwapAlgorithm;
import java.util.List;
import java.util.Optional;

/** Values that take the place of HPL.dat's, each where present; see {@link HplDat} for their meaning. */
public record HplDatOverrides(Optional<String> outputFile, Optional<Integer> device, Optional<List<Integer>> ns,
                              Optional<List<Integer>> nbs, Optional<ProcessMapping> mapping,
                              Optional<List<Integer>> ps, Optional<List<Integer>> qs, Optional<Double> threshold,
                              Optional<List<Factorization>> pfacts, Optional<List<Integer>> nbmins,
                              Optional<List<Integer>> ndivs, Optional<List<Factorization>> rfacts,
                              Optional<List<BroadcastAlgorithm>> bcasts, Optional<List<Integer>> depths,
                              Optional<SwapAlgorithm> swap, Optional<Integer> swapThreshold,
                              Optional<Boolean> equilibrate) {

    /** A builder that reads option texts, each null where the option was not given. */
    public static Builder builder() {
        return new Builder();
    }

    /** Takes the texts of the options; each may be null: not given. Every method may throw {@link InputException}. */
    public static final class Builder {

        private Builder() {
        }

        /** {@code -N 8000,16000}: orders of A. */
        public Builder n(String text) {
            return this;
        }

        /** {@code --nb 128,192}: blocking factors. */
        public Builder nb(String text) {
            return this;
        }

        /** {@code -P 1,2}: process rows of each grid. */
        public Builder p(String text) {
            return this;
        }

        /** {@code -Q 2,1}: process columns of each grid. */
        public Builder q(String text) {
            return this;
        }

        /** {@code --pmap row|column}, or 0|1. */
        public Builder pmap(String text) {
            return this;
        }

        /** {@code --threshold 16.0}; 0 or less means no check. */
        public Builder threshold(String text) {
            return this;
        }

        /** {@code --pfact left,crout,right}, or 0..2. */
        public Builder pfact(String text) {
            return this;
        }

        /** {@code --nbmin 2,4}: columns at which the recursion ends. */
        public Builder nbmin(String text) {
            return this;
        }

        /** {@code --ndiv 2}: subpanels per recursion. */
        public Builder ndiv(String text) {
            return this;
        }

        /** {@code --rfact left,crout,right}, or 0..2. */
        public Builder rfact(String text) {
            return this;
        }

        /** {@code --bcast 1ring,1ringM,2ring,2ringM,long,longM}, or 0..5. */
        public Builder bcast(String text) {
            return this;
        }

        /** {@code --depth 0,1}: look-ahead depths. */
        public Builder depth(String text) {
            return this;
        }

        /** {@code --swap binary|long|mix}, or 0..2. */
        public Builder swap(String text) {
            return this;
        }

        /** {@code --swap-threshold 64}: columns up to which mix takes binary exchange. */
        public Builder swapThreshold(String text) {
            return this;
        }

        /** {@code --equil yes|no}, or 1|0. */
        public Builder equil(String text) {
            return this;
        }

        /** {@code --output FILE}: results to this file, {@code -} for standard output. */
        public Builder output(String text) {
            return this;
        }

        public HplDatOverrides build() {
            throw new UnsupportedOperationException("not built yet");
        }
    }
}
