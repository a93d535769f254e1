package hplhetero.input.text;

import java.util.List;

/** The parameters whose values are whole numbers from a least to a largest one, with the rules that lines and options share. */
public enum IntParameter {
    /** The order of the matrix. The largest one takes 8 EB, the most bytes that a 64-bit number counts with room for work space. */
    N("N", 0, 1_000_000_000),
    NB("NB", 1, Integer.MAX_VALUE), P("P", 1, Integer.MAX_VALUE), Q("Q", 1, Integer.MAX_VALUE),
    NBMIN("NBMIN", 1, Integer.MAX_VALUE), NDIV("NDIV", 2, Integer.MAX_VALUE), DEPTH("DEPTH", 0, Integer.MAX_VALUE);

    /** The largest number of values on a line, as in netlib. */
    public static final int MAX_VALUES = 20;

    private final String word;
    private final int least;
    private final int most;

    IntParameter(String word, int least, int most) {
        this.word = word;
        this.least = least;
        this.most = most;
    }

    /** Returns the parameter's name in HPL.dat, such as {@code NB}. */
    public String word() {
        return word;
    }

    /** Returns the least value that the parameter may have. */
    int least() {
        return least;
    }

    /** Returns the words by which a message says what is expected, such as {@code NB >= 1}. */
    String expected() {
        return word + " >= " + least;
    }

    /**
     * Checks that all values are within the parameter's range.
     *
     * @param values values of this parameter
     * @param where  file and line, or the option, for messages
     * @throws InputException if a value is too small or too large
     */
    public void requireAll(List<Integer> values, String where) {
        for (int value : values) {
            if (value < least) {
                throw Numbers.refused(where, expected(), Numbers.quoted(Integer.toString(value)),
                        "choose " + expected());
            }
            if (value > most) {
                throw new InputException(where + ": " + word + "=" + value + " is more than any machine can hold: choose " + word + " <= "
                        + most);
            }
        }
    }

    /**
     * Checks that a list of values in HPL.dat has at least one value and at most {@value #MAX_VALUES}.
     *
     * @param values values of a parameter
     * @param word   name of the parameter, for messages
     * @param where  file and line, or the option, for messages
     * @throws InputException if there are too few or too many values
     */
    public static <T> void requireCount(List<T> values, String word, String where) {
        if (values.isEmpty() || values.size() > MAX_VALUES) {
            throw Numbers.refused(where, "1.." + MAX_VALUES + " values of " + word,
                    Integer.toString(values.size()), "give at least one and at most " + MAX_VALUES);
        }
    }

    /**
     * Checks that each grid has a P and a Q, and that its ranks can be counted in 32 bits.
     *
     * @param ps    number of process rows, P, of each grid
     * @param qs    number of process columns, Q, of each grid
     * @param where file and line, or the option, for messages
     * @throws InputException if the lists differ in length or a grid has too many processes
     */
    public static void requireGrids(List<Integer> ps, List<Integer> qs, String where) {
        if (ps.size() != qs.size()) {
            throw new InputException(where + ": P has " + ps.size() + " values and Q has " + qs.size()
                    + ": give both (-P and -Q) one value for every grid");
        }
        for (int i = 0; i < ps.size(); i++) {
            ranks(ps.get(i), qs.get(i), where);
        }
    }

    /**
     * Returns the number of processes of a P x Q grid.
     *
     * @param p     number of process rows
     * @param q     number of process columns
     * @param where file and line, or the option, for messages
     */
    static int ranks(int p, int q, String where) {
        long ranks = (long) p * q;
        if (ranks > Integer.MAX_VALUE) {
            throw new InputException(where + ": P=" + p + " Q=" + q + " are " + ranks + " processes: choose P x Q <= " + Integer.MAX_VALUE);
        }
        return (int) ranks;
    }
}
