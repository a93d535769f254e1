package hplhetero.run.burnin;

import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.BurnInBaseline;
import hplhetero.results.burnin.BurnInChanges;
import hplhetero.results.burnin.BurnInJUnit;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.format.WholeFile;
import hplhetero.results.html.BurnInPage;
import hplhetero.results.json.JsonBurnIn;
import hplhetero.results.json.JsonFormatException;
import hplhetero.results.prometheus.BurnInMetrics;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options for the files of a burn-in: those that it writes, and the earlier one that it is compared with. */
@Heading(Topic.OUTPUT)
final class BurnInOutput {
    @Common
    @Option(names = {"--json", "--save"}, paramLabel = "FILE",
            description = "Also write what was measured and judged to this file as JSON, for --against of a later burn-in.")
    private Path json;

    @Common
    @Option(names = {"--against"}, paramLabel = "FILE",
            description = "Also compare with the earlier burn-in of this file, host by host. A host that became slower is bad.")
    private Path against;

    @Common
    @Option(names = {"--report"}, paramLabel = "FILE.html", description = "Also write a page with pictures to this file.")
    private Path report;

    @Option(names = {"--prometheus"}, paramLabel = "FILE.prom",
            description = "Also write the numbers of each host to this file for Prometheus.")
    private Path prometheus;

    @Option(names = {"--junit"}, paramLabel = "FILE.xml",
            description = "Also write a test case for each host to this file in the XML of JUnit, which CI systems show.")
    private Path junit;

    /**
     * Checks that all files can be written, and reads the earlier burn-in.
     *
     * @return the earlier burn-in, where one is named
     * @throws InputException when a file cannot be written or read
     */
    Optional<BurnInBaseline> baseline() {
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("--json", json);
        files.put("--report", report);
        files.put("--prometheus", prometheus);
        files.put("--junit", junit);
        files.forEach((option, file) -> {
            if (file != null) {
                OutputDevice.checkReplaceable(option, file);
            }
        });
        return Optional.ofNullable(against).map(file -> new BurnInBaseline(TextFile.bytes(file, TextFile.Kind.BURN_IN, text -> {
            try {
                return JsonBurnIn.read(TextFile.shown(file), text);
            } catch (JsonFormatException other) {
                throw new InputException(other.getMessage(), other);
            }
        })));
    }

    /**
     * Writes the files. One that cannot be written is told, and the others are written.
     *
     * @return whether all were written
     */
    boolean write(BurnIn burnIn, Verdicts verdicts, Optional<BurnInChanges> changes) {
        boolean all = write(json, () -> JsonBurnIn.text(burnIn, verdicts, changes));
        all &= write(report, () -> BurnInPage.of(burnIn, verdicts, changes));
        all &= write(prometheus, () -> BurnInMetrics.of(burnIn, verdicts));
        return all & write(junit, () -> BurnInJUnit.of(burnIn, verdicts, changes));
    }

    private static boolean write(Path file, Supplier<String> text) {
        if (file == null) {
            return true;
        }
        try {
            WholeFile.write(file, text.get());
            return true;
        } catch (IOException cannot) {
            StandardError.say(file + " cannot be written: " + cannot.getMessage());
            return false;
        }
    }
}
