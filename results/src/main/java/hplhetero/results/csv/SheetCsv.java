package hplhetero.results.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import hplhetero.results.history.SubmissionSheet;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** The text of a CSV file with a submission sheet: a header, then one row for each entry. A value that is not known is empty. */
public final class SheetCsv {
    private SheetCsv() {
    }

    /** Returns the text of the file. */
    public static String of(SubmissionSheet sheet) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord("entry", "value", "unit", "note");
            sheet.rows().forEach(row -> csv.writeRecord(row.name(), row.value(), row.unit(), row.note()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
