package hplhetero.hpl.problem;

/** The order in which ranks are numbered over the process grid (PMAP). */
public enum ProcessMapping {
    ROW_MAJOR('R', "Row-major"), COLUMN_MAJOR('C', "Column-major");

    private final char letter;
    private final String hplName;

    ProcessMapping(char letter, String hplName) {
        this.letter = letter;
        this.hplName = hplName;
    }

    /**
     * Returns the letter that stands for row-major or column-major numbering of processes in the first column, T/V, of netlib's results: R
     * or C.
     */
    public char letter() {
        return letter;
    }

    /**
     * Returns netlib's word for row-major or column-major numbering of processes in the output's PMAP line, where "process mapping" follows
     * it: {@code Row-major} or {@code Column-major}.
     */
    public String hplName() {
        return hplName;
    }
}
