package hplhetero.hpl.problem;

/** The variants of RFACT and PFACT, in the order of HPL.dat. */
public enum Factorization {
    LEFT('L', "Left"), CROUT('C', "Crout"), RIGHT('R', "Right");

    private final char letter;
    private final String hplName;

    Factorization(char letter, String hplName) {
        this.letter = letter;
        this.hplName = hplName;
    }

    /** The letter in T/V. */
    public char letter() {
        return letter;
    }

    /** Netlib's word in the output's PFACT and RFACT lines, without padding. */
    public String hplName() {
        return hplName;
    }
}
