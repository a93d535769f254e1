package hplhetero.input;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.input.text.OptionText;
import hplhetero.input.text.Words;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * The command-line options that replace values of HPL.dat.
 *
 * @param given  names of the options given, such as {@code -N}
 * @param change returns a file's contents with the options' values in their place
 */
public record HplDatOverrides(Set<String> given, UnaryOperator<HplDat> change) {
    /** The word that leaves a choice to the program. */
    public static final String AUTO = "auto";
    /** A number on line 4 that stands for the file named on line 3. */
    private static final int TO_FILE = 8;

    /**
     * Reads the texts of options: {@code -N}, {@code --nb}, {@code -P}, {@code -Q}, {@code --pmap}, {@code --threshold}, {@code --pfact},
     * {@code --rfact}, {@code --nbmin}, {@code --ndiv}, {@code --bcast}, {@code --depth}, {@code --swap}, {@code --swap-threshold},
     * {@code --equil} and {@code --output}. Several values are separated by commas; words may be HPL.dat's numbers.
     *
     * @param namesAndTexts name and text of each option by turns; null for the text of an option that is not given
     * @return the options, by which a file's values can be replaced
     * @throws InputException if a text cannot be used, naming its option; unlike in HPL.dat, nothing is replaced silently
     */
    public static HplDatOverrides of(String... namesAndTexts) {
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            if (namesAndTexts[i + 1] != null) {
                texts.put(namesAndTexts[i], namesAndTexts[i + 1]);
            }
        }
        Optional<List<Integer>> ns = integers(texts, "-N", IntParameter.N);
        Optional<List<Integer>> nbs = integers(texts, "--nb", IntParameter.NB);
        Optional<List<Integer>> ps = integers(texts, "-P", IntParameter.P);
        Optional<List<Integer>> qs = integers(texts, "-Q", IntParameter.Q);
        Optional<ProcessMapping> mapping = choice(texts, "--pmap", Words.MAPPINGS);
        Optional<Double> threshold = read(texts, "--threshold", OptionText::real);
        Optional<List<Factorization>> pfacts = choices(texts, "--pfact", Words.FACTORIZATIONS);
        Optional<List<Factorization>> rfacts = choices(texts, "--rfact", Words.FACTORIZATIONS);
        Optional<List<Integer>> nbmins = integers(texts, "--nbmin", IntParameter.NBMIN);
        Optional<List<Integer>> ndivs = integers(texts, "--ndiv", IntParameter.NDIV);
        Optional<List<BroadcastAlgorithm>> bcasts = broadcasts(texts);
        Optional<List<Integer>> depths = integers(texts, "--depth", IntParameter.DEPTH);
        Optional<SwapAlgorithm> swap = AUTO.equals(texts.get("--swap")) ? Optional.empty() : choice(texts, "--swap", Words.SWAPS);
        Optional<Integer> swapThreshold = read(texts, "--swap-threshold", (option, text) -> OptionText.integer(option, text, 0));
        Optional<Boolean> equilibrate = choice(texts, "--equil", Words.YES_NO);
        Optional<String> output = read(texts, "--output", (option, text) -> OptionText.fileName(text));
        return new HplDatOverrides(texts.keySet(), dat -> {
            SweepParameters s = dat.sweep();
            WhoChooses chooses = new WhoChooses(chooses(texts, "--bcast").orElse(dat.chooses().bcast()),
                    chooses(texts, "--swap").orElse(dat.chooses().swap()));
            // where the program chooses, it begins with the first of several broadcasts
            List<BroadcastAlgorithm> before = texts.containsKey("--bcast") ? s.bcasts().subList(0, 1) : s.bcasts();
            return new HplDat(output.orElse(dat.outputFile()), output.map(HplDatOverrides::device).orElse(dat.device()),
                    new SweepParameters(ns.orElse(s.ns()), nbs.orElse(s.nbs()), mapping.orElse(s.mapping()), ps.orElse(s.ps()),
                            qs.orElse(s.qs()), pfacts.orElse(s.pfacts()), nbmins.orElse(s.nbmins()), ndivs.orElse(s.ndivs()),
                            rfacts.orElse(s.rfacts()), bcasts.orElse(before), depths.orElse(s.depths()), swap.orElse(s.swap()),
                            swapThreshold.orElse(s.swapThreshold()), s.l1Transposed(), s.uTransposed(),
                            equilibrate.orElse(s.equilibrate()), s.align(), threshold.orElse(s.threshold())),
                    chooses, dat.settings(), dat.notes());
        });
    }

    /**
     * Returns the contents of HPL.dat with the values that the user's options give in place of the file's.
     *
     * @param dat contents of the file
     * @throws InputException if the file and the options do not fit together, such as three P and two Q
     */
    public HplDat on(HplDat dat) {
        return change.apply(dat);
    }

    /**
     * Returns whether the user has given at least one of some options.
     *
     * @param options names of the options, such as {@code -N}
     */
    public boolean has(String... options) {
        return List.of(options).stream().anyMatch(given::contains);
    }

    private static int device(String output) {
        return output.equals("-") ? HplDat.STDOUT : TO_FILE;
    }

    private static Optional<WhoChooses.By> chooses(Map<String, String> texts, String option) {
        return Optional.ofNullable(texts.get(option)).map(text -> text.equals(AUTO) ? WhoChooses.By.PROGRAM : WhoChooses.By.USER);
    }

    private static Optional<List<BroadcastAlgorithm>> broadcasts(Map<String, String> texts) {
        String text = texts.getOrDefault("--bcast", AUTO);
        if (text.equals(AUTO)) {
            return Optional.empty();
        }
        if (List.of(text.split(",")).contains(AUTO)) {
            throw new InputException("option --bcast: auto cannot stand in a list, found `" + text
                    + "`: give auto alone, or a list without auto");
        }
        return choices(texts, "--bcast", Words.BROADCASTS);
    }

    private static Optional<List<Integer>> integers(Map<String, String> texts, String option, IntParameter parameter) {
        return read(texts, option, (name, text) -> OptionText.integers(name, text, parameter));
    }

    private static <T> Optional<T> choice(Map<String, String> texts, String option, Words<T> words) {
        return read(texts, option, (name, text) -> OptionText.choice(name, text, words));
    }

    private static <T> Optional<List<T>> choices(Map<String, String> texts, String option, Words<T> words) {
        return read(texts, option, (name, text) -> OptionText.choices(name, text, words));
    }

    private static <T> Optional<T> read(Map<String, String> texts, String option, BiFunction<String, String, T> reader) {
        return Optional.ofNullable(texts.get(option)).map(text -> reader.apply(option, text));
    }
}
