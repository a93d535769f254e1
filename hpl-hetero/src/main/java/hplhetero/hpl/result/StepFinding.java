package hplhetero.hpl.result;

import java.io.Serializable;
import java.time.Instant;
import java.util.Locale;

/**
 * An error that the tests of a running factorization found.
 *
 * @param kind      by what the error was found
 * @param at        when it was found
 * @param since     number of panels that had been applied when the tests last found everything right
 * @param upTo      number of panels that had been applied when the error was found
 * @param rank      rank whose memory or arithmetic the error points to
 * @param host      host of this rank
 * @param row       global row of the first wrong row; -1 where the error is of a panel as a whole
 * @param column    global column of the wrong element, N for b; -1 where it cannot be told, as more than one element may be wrong
 * @param size      how far sums are off, in the units of the matrix; 0 where that was not measured, NaN where it is no finite number
 * @param tolerance how far rounding may take sums off
 * @param corrected number of elements that were put right, after which all sums were right; 0 where the error stayed
 */
public record StepFinding(Kind kind, Instant at, int since, int upTo, int rank, String host, int row, int column, double size,
                          double tolerance, int corrected) implements Serializable {

    /** Makes a size that is infinite one that is not a number, as files know no difference. */
    public StepFinding {
        size = Double.isFinite(size) ? size : Double.NaN;
    }

    /** Returns this finding with the name of the host of its rank. */
    public StepFinding on(String name) {
        return new StepFinding(kind, at, since, upTo, rank, name, row, column, size, tolerance, corrected);
    }

    /** Returns what was found, how large, and whose error it is, for people; the text ends with the name of the host. */
    public String sentence() {
        String steps = upTo - since == 1 ? "panel " + since : "panels " + since + ".." + (upTo - 1);
        String place = row < 0 ? "" : " (row " + row + (column < 0 ? "" : ", column " + column) + ")";
        return kind.words() + " after " + steps + place + off() + (corrected == 0 ? "" : ", put right in " + corrected
                + (corrected == 1 ? " row" : " rows")) + ": rank " + rank + " on " + host;
    }

    private String off() {
        if (Double.isNaN(size)) {
            return ", off by no finite number";
        }
        return size > 0 ? String.format(Locale.ROOT, ", off by %.3g where rounding explains %.3g", size, tolerance) : "";
    }

    /** The ways in which an error is found. */
    public enum Kind {
        /** A row of U or of the trailing matrix does not add up to the sums carried for it. */
        ROW("a row does not add up"),
        /** The panel that was factored is not the product of its L and U. */
        PANEL("a panel is not L U"),
        /** A panel did not arrive as it was sent. */
        MESSAGE("a panel arrived with another CRC");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns what was found, in words for people. */
        public String words() {
            return words;
        }
    }
}
