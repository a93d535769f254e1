package hplhetero.results.format;

/** Makes text from outside (host names, notes) fit for a line of the report that no parser mistakes. */
public final class FreeText {

    private FreeText() {
    }

    /**
     * Returns text as one printable line: each run of white space and control characters becomes one space. Words by which scripts find
     * results are altered, such as {@code PASSED} to {@code passed}.
     *
     * @param text text from outside, such as the name of a host
     */
    public static String line(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip()
                .replace("PASSED", "passed").replace("FAILED", "failed")
                .replace("_oo/", "_oo /").replaceAll("Time( *)Gflops", "time$1GFLOPS");
    }
}
