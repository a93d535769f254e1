package hplhetero.results.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the notebook in examples/notebook, and the file that it reads, against the columns of CSV files. */
final class NotebookTest {
    private static final Path FOLDER = Path.of("../examples/notebook");
    private static final Pattern IN_BRACKETS = Pattern.compile("\\[([^\\[\\]]*)]");
    private static final Pattern QUOTED = Pattern.compile("'(\\w+)'");
    private static final Pattern ADDED = Pattern.compile("(?m)^\\w+\\['(\\w+)'] = ");

    private static List<String> header() {
        return List.of(CsvText.of(List.of()).strip().split(","));
    }

    @Test
    void shouldHaveAnExampleWithTheColumnsOfToday() throws Exception {
        String text = Files.readString(FOLDER.resolve("results.csv"));
        assertThat(text.lines().findFirst().orElseThrow().split(",")).containsExactlyElementsOf(header());
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(text)) {
            assertThat(reader.stream().map(row -> row.getField("status"))).hasSizeGreaterThan(1).containsOnly("passed");
        }
    }

    @Test
    void shouldAskForColumnsThatAreThere() throws Exception {
        JsonNode notebook = new JsonMapper().readTree(Files.readString(FOLDER.resolve("gflops.ipynb")));
        StringBuilder code = new StringBuilder();
        for (JsonNode cell : notebook.at("/cells")) {
            if (cell.at("/cell_type").asString().equals("code")) {
                cell.at("/source").forEach(line -> code.append(line.asString()));
                code.append('\n');
            }
        }
        Set<String> asked = new TreeSet<>();
        IN_BRACKETS.matcher(code).results().flatMap(one -> QUOTED.matcher(one.group(1)).results())
                .forEach(name -> asked.add(name.group(1)));
        assertThat(asked).contains("gflops", "joules", "start", "emulated");
        Set<String> known = new HashSet<>(header());
        ADDED.matcher(code).results().forEach(one -> known.add(one.group(1)));
        assertThat(known).containsAll(asked);
    }
}
