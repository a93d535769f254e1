package hplhetero.run.sweep;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.text.Verdict;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.LastLine;
import hplhetero.run.terminal.StandardError;
import java.util.List;
import java.util.Set;

/**
 * A sink that has the outcome of a sweep printed as the program's last line; where the user wants nothing but results and errors, only an
 * outcome that is not good. It must be the last of the sinks.
 */
final class VerdictSink implements ReportSink {
    private final Display display;
    private final List<String> files;
    private final Set<String> unwritten;

    /**
     * Makes the sink that has the last line printed.
     *
     * @param files     names of the files that hold the results
     * @param unwritten names of the files that could not be written; read only when the last line is printed
     */
    VerdictSink(Display display, List<String> files, Set<String> unwritten) {
        this.display = display;
        this.files = List.copyOf(files);
        this.unwritten = unwritten;
    }

    @Override
    public void ends(Sweep sweep) {
        Verdict verdict = Verdict.of(sweep);
        if (verdict.kind() == Verdict.Kind.GOOD && StandardError.isQuiet()) {
            return;
        }
        String color = switch (verdict.kind()) {
            case GOOD -> "bold,green";
            case MIXED -> "bold,yellow";
            case BAD, BROKEN_OFF -> "bold,red";
        };
        String unknown = verdict.kind() == Verdict.Kind.BROKEN_OFF ? "interrupted" : "";
        LastLine.set(() -> display.colored(color, verdict.word()) + " " + verdict.about() + reason(unknown)
                + written());
    }

    private String written() {
        List<String> written = files.stream().filter(file -> !unwritten.contains(file)).toList();
        return written.isEmpty() ? "" : "; results in " + String.join(", ", written);
    }

    /** Returns the short reason of an error that was told, or {@code unknown} where there was none, after a colon. */
    private static String reason(String unknown) {
        String reason = ErrorReport.inShort().orElse(unknown);
        return reason.isEmpty() ? "" : ": " + reason;
    }
}
