package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An emulated error, for tests and demonstrations: one bit of one double of one rank's memory flips in one phase of a panel step. Which
 * double of the phase's memory it is follows from these numbers alone, so that the same words do the same.
 *
 * @param rank  rank in whose memory the bit flips
 * @param step  first panel step in which it may flip; it flips in the first one from there on in which the rank has memory of the phase
 * @param phase phase of the step
 * @param bit   bit of the double, 0 (the last of the fraction) .. 62 (the first of the exponent)
 */
public record Bitflip(int rank, int step, Phase phase, int bit) implements Serializable {
    /** Bit that flips where none is named: it makes most numbers of a matrix 16 times as large or as small. */
    public static final int USUAL_BIT = 54;
    private static final int HIGHEST_BIT = 62;

    /** The memory in which a bit flips, and when. */
    public enum Phase {
        /** An element of a block column right before it is factored. */
        INPUT,
        /** An element of L or U of a panel right after it is factored, before it is tested and sent. */
        FACTOR,
        /** An element of a panel that another rank has sent, as it arrives. */
        RECEIVE,
        /** An element of L2 in the form in which the update reads it. */
        PACK,
        /** An element of a row of U that the row swap has brought, before it is solved. */
        SWAP,
        /** An element of the trailing matrix after its update. */
        UPDATE,
        /** An element of a row of U that is finished. */
        U;

        /** Returns the word by which options name the phase. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the words of all phases, for people. */
        public static String words() {
            return Arrays.stream(values()).map(Phase::word).collect(Collectors.joining(", "));
        }
    }

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when it is not
     */
    public Bitflip {
        if (rank < 0 || step < 0 || bit < 0 || bit > HIGHEST_BIT) {
            throw new IllegalArgumentException("rank=" + rank + " step=" + step + " bit=" + bit + ": must be rank, step >= 0 and bit 0 .. "
                    + HIGHEST_BIT);
        }
    }

    /** Returns a double with the bit flipped. */
    public double flip(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) ^ 1L << bit);
    }

    /** Returns this error as an option's value: rank, step, phase and bit. */
    public String words() {
        return rank + ":" + step + ":" + phase.word() + ":" + bit;
    }
}
