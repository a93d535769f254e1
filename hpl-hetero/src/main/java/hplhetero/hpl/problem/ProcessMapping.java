package hplhetero.hpl.problem;

/** PMAP: how ranks are numbered over the process grid. */
public enum ProcessMapping {
    ROW_MAJOR('R', "Row-major"), COLUMN_MAJOR('C', "Column-major");

    private final char letter;
    private final String hplName;

    ProcessMapping(char letter, String hplName) {
        this.letter = letter;
        this.hplName = hplName;
    }

    /** The letter in T/V. */
    public char letter() {
        return letter;
    }

    /** Netlib's word in the output's PMAP line, before "process mapping". */
    public String hplName() {
        return hplName;
    }
}
