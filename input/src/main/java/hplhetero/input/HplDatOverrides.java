package hplhetero.input;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.input.text.OptionText;
import hplhetero.input.text.Words;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Values that take the place of HPL.dat's, each where present; see {@link HplDat} for their meaning.
 *
 * @param autoBcast whether the program is to choose the broadcast
 * @param autoSwap  whether it is to choose the row swap
 */
public record HplDatOverrides(Optional<String> outputFile, Optional<Integer> device, Optional<List<Integer>> ns,
                              Optional<List<Integer>> nbs, Optional<ProcessMapping> mapping,
                              Optional<List<Integer>> ps, Optional<List<Integer>> qs, Optional<Double> threshold,
                              Optional<List<Factorization>> pfacts, Optional<List<Integer>> nbmins,
                              Optional<List<Integer>> ndivs, Optional<List<Factorization>> rfacts,
                              Optional<List<BroadcastAlgorithm>> bcasts, Optional<List<Integer>> depths,
                              Optional<SwapAlgorithm> swap, Optional<Integer> swapThreshold,
                              Optional<Boolean> equilibrate, boolean autoBcast, boolean autoSwap) {
    /** The word for what the program is to choose. */
    public static final String AUTO = "auto";
    /** A number on line 4 that stands for the file of line 3. */
    private static final int TO_FILE = 8;

    /** A builder that reads the texts of command-line options. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Takes the texts of options, each null where the option was not given. Several values are separated
     * by commas. Every method throws {@link InputException}, naming the option, when its text is not usable;
     * unlike in HPL.dat nothing is replaced.
     */
    public static final class Builder {
        private Optional<String> outputFile = Optional.empty();
        private Optional<Integer> device = Optional.empty();
        private Optional<List<Integer>> ns = Optional.empty();
        private Optional<List<Integer>> nbs = Optional.empty();
        private Optional<ProcessMapping> mapping = Optional.empty();
        private Optional<List<Integer>> ps = Optional.empty();
        private Optional<List<Integer>> qs = Optional.empty();
        private Optional<Double> threshold = Optional.empty();
        private Optional<List<Factorization>> pfacts = Optional.empty();
        private Optional<List<Integer>> nbmins = Optional.empty();
        private Optional<List<Integer>> ndivs = Optional.empty();
        private Optional<List<Factorization>> rfacts = Optional.empty();
        private Optional<List<BroadcastAlgorithm>> bcasts = Optional.empty();
        private Optional<List<Integer>> depths = Optional.empty();
        private Optional<SwapAlgorithm> swap = Optional.empty();
        private Optional<Integer> swapThreshold = Optional.empty();
        private Optional<Boolean> equilibrate = Optional.empty();
        private boolean autoBcast;
        private boolean autoSwap;

        private Builder() {
        }

        /** {@code -N 8000,16000}: orders of A. */
        public Builder n(String text) {
            ns = integers("-N", text, IntParameter.N);
            return this;
        }

        /** {@code --nb 128,192}: blocking factors. */
        public Builder nb(String text) {
            nbs = integers("--nb", text, IntParameter.NB);
            return this;
        }

        /** {@code -P 1,2}: process rows of each grid. */
        public Builder p(String text) {
            ps = integers("-P", text, IntParameter.P);
            return this;
        }

        /** {@code -Q 2,1}: process columns of each grid. */
        public Builder q(String text) {
            qs = integers("-Q", text, IntParameter.Q);
            return this;
        }

        /** {@code --pmap row} or {@code column}, or 0..1. */
        public Builder pmap(String text) {
            mapping = read(text, t -> OptionText.choice("--pmap", t, Words.MAPPINGS));
            return this;
        }

        /** {@code --threshold 16.0}; 0 or less means no check. */
        public Builder threshold(String text) {
            threshold = read(text, t -> OptionText.real("--threshold", t));
            return this;
        }

        /** {@code --pfact left,crout,right}, or 0..2. */
        public Builder pfact(String text) {
            pfacts = read(text, t -> OptionText.choices("--pfact", t, Words.FACTORIZATIONS));
            return this;
        }

        /** {@code --nbmin 2,4}: columns at which the recursion ends. */
        public Builder nbmin(String text) {
            nbmins = integers("--nbmin", text, IntParameter.NBMIN);
            return this;
        }

        /** {@code --ndiv 2}: subpanels per recursion. */
        public Builder ndiv(String text) {
            ndivs = integers("--ndiv", text, IntParameter.NDIV);
            return this;
        }

        /** {@code --rfact left,crout,right}, or 0..2. */
        public Builder rfact(String text) {
            rfacts = read(text, t -> OptionText.choices("--rfact", t, Words.FACTORIZATIONS));
            return this;
        }

        /** {@code --bcast 1ring,1ringM,2ring,2ringM,long,longM}, or 0..5; or {@code auto} alone. */
        public Builder bcast(String text) {
            autoBcast = AUTO.equals(text);
            if (autoBcast) {
                return this;
            }
            if (text != null && List.of(text.split(",")).contains(AUTO)) {
                throw new InputException("option --bcast: auto stands alone, found `" + text + "`: give auto, or a list without it");
            }
            bcasts = read(text, t -> OptionText.choices("--bcast", t, Words.BROADCASTS));
            return this;
        }

        /** {@code --depth 0,1}: look-ahead depths. */
        public Builder depth(String text) {
            depths = integers("--depth", text, IntParameter.DEPTH);
            return this;
        }

        /** {@code --swap binary}, {@code long} or {@code mix}, or 0..2; or {@code auto}. */
        public Builder swap(String text) {
            autoSwap = AUTO.equals(text);
            swap = autoSwap ? Optional.empty() : read(text, t -> OptionText.choice("--swap", t, Words.SWAPS));
            return this;
        }

        /** {@code --swap-threshold 64}: columns up to which mix takes binary exchange. */
        public Builder swapThreshold(String text) {
            swapThreshold = read(text, t -> OptionText.integer("--swap-threshold", t, 0));
            return this;
        }

        /** {@code --equil yes} or {@code no}, or 0..1. */
        public Builder equil(String text) {
            equilibrate = read(text, t -> OptionText.choice("--equil", t, Words.YES_NO));
            return this;
        }

        /** {@code --output FILE}: results to this file; {@code -} is standard output. */
        public Builder output(String text) {
            outputFile = read(text, OptionText::fileName);
            device = outputFile.map(name -> name.equals("-") ? HplDat.STDOUT : TO_FILE);
            return this;
        }

        public HplDatOverrides build() {
            return new HplDatOverrides(outputFile, device, ns, nbs, mapping, ps, qs, threshold, pfacts, nbmins,
                    ndivs, rfacts, bcasts, depths, swap, swapThreshold, equilibrate, autoBcast, autoSwap);
        }

        private static Optional<List<Integer>> integers(String option, String text, IntParameter parameter) {
            return read(text, t -> OptionText.integers(option, t, parameter));
        }

        private static <T> Optional<T> read(String text, Function<String, T> reader) {
            return Optional.ofNullable(text).map(reader);
        }
    }
}
