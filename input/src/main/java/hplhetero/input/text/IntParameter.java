package hplhetero.input.text;

import java.util.List;

/** Parameters whose values are whole numbers with a least and a largest one: the rules that lines and options share. */
public enum IntParameter {
    /** A matrix of the largest order takes 8 EB, the most whose bytes a 64-bit number counts with room for work space. */
    N("N", 0, 1_000_000_000),
    NB("NB", 1, Integer.MAX_VALUE), P("P", 1, Integer.MAX_VALUE), Q("Q", 1, Integer.MAX_VALUE),
    NBMIN("NBMIN", 1, Integer.MAX_VALUE), NDIV("NDIV", 2, Integer.MAX_VALUE), DEPTH("DEPTH", 0, Integer.MAX_VALUE);

    /** Netlib's largest number of values on a line. */
    public static final int MAX_VALUES = 20;

    private final String word;
    private final int least;
    private final int most;

    IntParameter(String word, int least, int most) {
        this.word = word;
        this.least = least;
        this.most = most;
    }

    public String word() {
        return word;
    }

    int least() {
        return least;
    }

    /** What a message says belongs here. */
    String expected() {
        return word + " >= " + least;
    }

    /** @param where file and line, or the option */
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

    public static <T> void requireCount(List<T> values, String word, String where) {
        if (values.isEmpty() || values.size() > MAX_VALUES) {
            throw Numbers.refused(where, "1.." + MAX_VALUES + " values of " + word,
                    Integer.toString(values.size()), "give at least one and at most " + MAX_VALUES);
        }
    }

    /** Each grid has a P and a Q, and its ranks can be counted. */
    public static void requireGrids(List<Integer> ps, List<Integer> qs, String where) {
        if (ps.size() != qs.size()) {
            throw new InputException(where + ": P has " + ps.size() + " values and Q has " + qs.size()
                    + ": give both (-P and -Q) one value for every grid");
        }
        for (int i = 0; i < ps.size(); i++) {
            ranks(ps.get(i), qs.get(i), where);
        }
    }

    /** Processes of a grid. */
    static int ranks(int p, int q, String where) {
        long ranks = (long) p * q;
        if (ranks > Integer.MAX_VALUE) {
            throw new InputException(where + ": P=" + p + " Q=" + q + " are " + ranks + " processes: choose P x Q <= " + Integer.MAX_VALUE);
        }
        return (int) ranks;
    }
}
