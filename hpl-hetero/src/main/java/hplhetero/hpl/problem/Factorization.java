package hplhetero.hpl.problem;

/** The algorithms for factoring a panel (RFACT, PFACT): left-looking, Crout and right-looking, in the order of their numbers in HPL.dat. */
public enum Factorization {
    LEFT('L', "Left"), CROUT('C', "Crout"), RIGHT('R', "Right");

    private final char letter;
    private final String hplName;

    Factorization(char letter, String hplName) {
        this.letter = letter;
        this.hplName = hplName;
    }

    /** Returns the letter that stands for this algorithm in netlib's T/V column: L, C or R. */
    public char letter() {
        return letter;
    }

    /** Returns netlib's word for this algorithm in the output's PFACT and RFACT lines, without padding. */
    public String hplName() {
        return hplName;
    }
}
