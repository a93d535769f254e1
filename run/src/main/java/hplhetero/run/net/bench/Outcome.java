package hplhetero.run.net.bench;

import hplhetero.comm.select.Choices;
import hplhetero.comm.select.Selector;
import hplhetero.input.choices.ChoicesFileWriter;
import hplhetero.network.topology.Placement;
import hplhetero.results.format.Page;
import hplhetero.results.format.WholeFile;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * The destinations of a benchmark's results besides standard output.
 *
 * @param json    name of a JSON file; empty: none
 * @param choices name of a file for what the selector chose; empty: none
 * @param page    the page that the text is to fit
 */
record Outcome(String json, String choices, Page page) implements Serializable {

    /**
     * Prints the times, and writes the files that were asked for.
     *
     * @param report    the times
     * @param selector  the selector, whose choices are written
     * @param placement where the ranks sit
     */
    void tell(BenchReport report, Selector selector, Placement placement) {
        System.out.print(report.text(page));
        try {
            if (!json.isEmpty()) {
                WholeFile.write(Path.of(json), new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
            }
            if (!choices.isEmpty()) {
                WholeFile.write(Path.of(choices), ChoicesFileWriter.write(new Choices(Choices.place(placement), selector.choices()),
                        placement + ", " + report.where()));
            }
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }
}
