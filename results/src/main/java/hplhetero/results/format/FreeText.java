package hplhetero.results.format;

/** Makes text from outside (host names, notes) fit for a line of the report that no parser mistakes. */
public final class FreeText {

    private FreeText() {
    }

    /** Returns text as one printable line, without the words by which scripts find results. */
    public static String line(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip()
                .replace("PASSED", "passed").replace("FAILED", "failed")
                .replace("_oo/", "_oo /").replaceAll("Time( *)Gflops", "time$1GFLOPS");
    }
}
