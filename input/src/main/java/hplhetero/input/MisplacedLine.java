package hplhetero.input;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds lines of an HPL.dat whose comment, in netlib's words, says that they belong elsewhere because a line is missing or was wrapped. */
final class MisplacedLine {
    private static final int FIRST_LINE = 3;
    /** The beginnings of netlib's comments on line 3, line 4, and so on. */
    private static final List<Pattern> COMMENTS = List.of("output file name", "device out", "(#|number) of problems? sizes?", "Ns\\b",
            "(#|number) of NBs", "NBs\\b", "PMAP", "(#|number) of process grids", "Ps\\b", "Qs\\b", "threshold",
            "(#|number) of panel fact", "PFACTs", "(#|number) of recursive stopping", "NBMINs",
            "(#|number) of panels in recursion", "NDIVs",
            "(#|number) of recursive panel fact", "RFACTs", "(#|number) of broadcast", "BCASTs", "(#|number) of lookahead", "DEPTHs",
            "SWAP\\b", "swapping threshold", "L1 +in", "U +in", "Equilibration", "memory alignment")
            .stream().map(text -> Pattern.compile(text, Pattern.CASE_INSENSITIVE)).toList();
    private static final Pattern VALUES = Pattern.compile("[\\s\\u00a0]*([-+0-9.eE,]+[\\s\\u00a0]+)*");

    private MisplacedLine() {
    }

    /**
     * Returns the message for a line out of its place, to replace an error that only follows from it; empty where every line is in its
     * place.
     *
     * @param last  number of the line with the error; later lines are not looked at
     * @param lines lines of the file
     */
    static Optional<InputException> upTo(int last, HplDatLines lines) {
        for (int line = FIRST_LINE + 1; line <= Math.min(last, lines.lines().size()); line++) {
            int place = place(lines.lines().get(line - 1));
            if (place != 0 && place != line) {
                return Optional.of(misplaced(lines, line, place));
            }
        }
        return Optional.empty();
    }

    /** Returns the number of the line on which netlib has this comment, or 0. */
    private static int place(String text) {
        String comment = VALUES.matcher(text).replaceFirst("");
        for (int i = 0; i < COMMENTS.size(); i++) {
            if (COMMENTS.get(i).matcher(comment).lookingAt()) {
                return FIRST_LINE + i;
            }
        }
        return 0;
    }

    private static InputException misplaced(HplDatLines lines, int line, int place) {
        String found = lines.where(line) + ": " + Numbers.quoted(lines.lines().get(line - 1).strip()) + " belongs on line " + place + ": ";
        return new InputException(found + (place > line ? "an earlier line is missing: add line " + line
                : "an earlier line was wrapped into two, or is superfluous: join the two lines, or drop the superfluous line"));
    }
}
