package hplhetero.input;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.Words;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads HPL.dat with netlib's meaning of each line (HPL_pdinfo). It reports errors where netlib reads on: text for a number, too few
 * values, missing lines.
 *
 * <p>After its values a line holds a comment, which may follow a number without a blank ({@code 900Ns}). Blanks, no-break blanks and tabs
 * separate values. Line ends may be those of Unix, DOS or old Mac; a UTF-8 byte order mark is skipped; lines may have any length. After the
 * 31st line, lines that begin with {@code hpl-hetero:} are settings of this program.
 */
public final class HplDatReader {
    /** The value on line 31 of netlib's sample. */
    private static final int USUAL_ALIGN = 8;
    private final HplDatLines lines;
    private final List<String> notes = new ArrayList<>();
    /** The number of the line that was read last. */
    private int reading;

    private HplDatReader(HplDatLines lines) {
        this.lines = lines;
    }

    /**
     * Reads an HPL.dat. What netlib replaces silently is replaced too, and told in {@link HplDat#notes()}.
     *
     * @param file the file
     * @throws InputException if the file cannot be used, naming file, line, the text found, what was expected, and the remedy
     */
    public static HplDat read(Path file) {
        HplDatReader reader = new HplDatReader(HplDatLines.of(file));
        try {
            return reader.dat();
        } catch (InputException refused) {
            throw MisplacedLine.upTo(reader.reading, reader.lines).orElse(refused);
        }
    }

    private HplDatLines at(int line) {
        reading = line;
        return lines;
    }

    /** Reads line by line, so that the first error in the file is the one reported. */
    private HplDat dat() {
        List<String> fileLine = at(3).words(3, "the output file's name");
        int device = device(fileLine);
        List<Integer> ns = values(5, IntParameter.N);
        List<Integer> nbs = values(7, IntParameter.NB);
        ProcessMapping mapping = choice(9, "PMAP", Words.MAPPINGS, ProcessMapping.ROW_MAJOR);
        int grids = at(10).count(10, "P and Q");
        List<Integer> ps = values(11, grids, IntParameter.P);
        List<Integer> qs = values(12, grids, IntParameter.Q);
        IntParameter.requireGrids(ps, qs, lines.where(12));
        double threshold = at(13).real(13, "threshold");
        List<Factorization> pfacts = choices(14, "PFACT", Words.FACTORIZATIONS, Factorization.RIGHT);
        List<Integer> nbmins = values(16, IntParameter.NBMIN);
        List<Integer> ndivs = values(18, IntParameter.NDIV);
        List<Factorization> rfacts = choices(20, "RFACT", Words.FACTORIZATIONS, Factorization.RIGHT);
        List<BroadcastAlgorithm> bcasts = choices(22, "BCAST", Words.BROADCASTS, BroadcastAlgorithm.RING_M);
        List<Integer> depths = values(24, IntParameter.DEPTH);
        SwapAlgorithm swap = choice(26, "SWAP", Words.SWAPS, SwapAlgorithm.SPREAD_ROLL);
        int swapThreshold = atLeast(27, "swapping threshold", 0, 0);
        boolean l1Transposed = choice(28, "L1", Words.FORMS, true);
        boolean uTransposed = choice(29, "U", Words.FORMS, true);
        boolean equilibrate = choice(30, "EQUIL", Words.YES_NO, true);
        int align = atLeast(31, "ALIGN", 1, 4);
        noteWithoutEffect(l1Transposed, uTransposed, align);
        Settings settings = Settings.of(lines, HplDatLines.LAST_LINE);
        boolean autoBcast = auto(settings, Settings.Key.BCAST, "lines 21 and 22");
        boolean autoSwap = auto(settings, Settings.Key.SWAP, "line 26");
        SweepParameters sweep = new SweepParameters(ns, nbs, mapping, ps, qs, pfacts, nbmins, ndivs, rfacts,
                autoBcast ? bcasts.subList(0, 1) : bcasts, depths, swap, swapThreshold, l1Transposed, uTransposed, equilibrate, align,
                threshold);
        return new HplDat(fileLine.isEmpty() ? "" : fileLine.getFirst(), device, sweep, new WhoChooses(by(autoBcast), by(autoSwap)),
                settings, notes);
    }

    /** Returns whether the program is to choose the values of some lines. */
    private static boolean auto(Settings settings, Settings.Key key, String where) {
        return settings.choose(key, null, text -> {
            if (!text.equals(HplDatOverrides.AUTO)) {
                throw new InputException(key.word() + "=" + text + ": only auto is allowed here: put any other choice on " + where);
            }
            return true;
        }).orElse(false);
    }

    private static WhoChooses.By by(boolean auto) {
        return auto ? WhoChooses.By.PROGRAM : WhoChooses.By.USER;
    }

    private int device(List<String> fileLine) {
        int device = at(4).device(4);
        lines.deviceWord(4).ifPresent(word -> notes.add("line 4, device " + word + ": not a number, read as 0 (a file), as in netlib HPL"));
        if (fileLine.isEmpty() && device != HplDat.STDOUT && device != HplDat.STDERR) {
            throw Numbers.refused(lines.where(3), "the output file's name, since line 4 asks for a file (device "
                    + device + ")", "an empty line", "name a file, or put 6 (standard output) on line 4");
        }
        return device;
    }

    /** Returns the values of a parameter, whose number stands on {@code countLine} and which follow on the next line. */
    private List<Integer> values(int countLine, IntParameter parameter) {
        return values(countLine + 1, at(countLine).count(countLine, parameter.word()), parameter);
    }

    private List<Integer> values(int line, int count, IntParameter parameter) {
        List<Integer> values = at(line).integers(line, parameter.word(), count);
        parameter.requireAll(values, lines.where(line));
        return values;
    }

    private <T> T choice(int line, String word, Words<T> words, T otherwise) {
        return chosen(line, word, words, otherwise, at(line).integer(line, word));
    }

    private <T> List<T> choices(int countLine, String word, Words<T> words, T otherwise) {
        int count = at(countLine).count(countLine, word);
        List<T> values = new ArrayList<>();
        for (int number : at(countLine + 1).integers(countLine + 1, word, count)) {
            values.add(chosen(countLine + 1, word, words, otherwise, number));
        }
        return values;
    }

    private <T> T chosen(int line, String word, Words<T> words, T otherwise, int number) {
        return words.numbered(number).orElseGet(() -> {
            note(line, word, number, "not one of " + words.numbers(), words.nameOf(otherwise));
            return otherwise;
        });
    }

    private int atLeast(int line, String word, int least, int otherwise) {
        int value = at(line).integer(line, word);
        if (value >= least) {
            return value;
        }
        note(line, word, value, "less than " + least, Integer.toString(otherwise));
        return otherwise;
    }

    /** Adds a note on values without effect; netlib's own defaults need no note. */
    private void noteWithoutEffect(boolean l1Transposed, boolean uTransposed, int align) {
        List<String> other = new ArrayList<>();
        if (!l1Transposed) {
            other.add("line 28, L1 no-transposed");
        }
        if (!uTransposed) {
            other.add("line 29, U no-transposed");
        }
        if (align != USUAL_ALIGN) {
            other.add("line 31, ALIGN " + align);
        }
        if (!other.isEmpty()) {
            notes.add(String.join("; ", other) + ": read and printed, but without effect: this program stores its matrix in its own way");
        }
    }

    private void note(int line, String word, int found, String why, String taken) {
        notes.add("line " + line + ", " + word + " " + found + ": " + why + ", read as " + taken + ", as in netlib HPL");
    }
}
