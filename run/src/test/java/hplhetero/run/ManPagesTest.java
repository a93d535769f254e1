package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

final class ManPagesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldHaveAPageOfEachCommandWithAllThatUsersMayGive() throws IOException {
        Map<String, String> pages = written("a");
        assertThat(pages).containsKeys("hpl.adoc", "hpl-run.adoc", "hpl-net-draw.adoc", "hpl-burnin.adoc")
                .doesNotContainKeys("hpl-agent.adoc", "hpl-burnin-host.adoc");
        check(HplCommand.withAll(), pages);
    }

    private static void check(CommandLine command, Map<String, String> pages) {
        String page = pages.get(command.getCommandSpec().qualifiedName("-") + ".adoc");
        assertThat(page).as(command.getCommandName()).contains("== Name", "== Synopsis", ":mansource: hpl-hetero 9.8.7\n");
        command.getCommandSpec().options().stream().filter(option -> !option.hidden()).map(OptionSpec::longestName)
                .forEach(name -> assertThat(page).containsPattern("[* ]" + Pattern.quote(name) + "[*,]"));
        command.getSubcommands().values().stream().filter(below -> !below.getCommandSpec().usageMessage().hidden())
                .forEach(below -> check(below, pages));
    }

    @Test
    void shouldPutOptionsBelowHeadingsAndExamplesIntoLinesOfTheirOwn() throws IOException {
        assertThat(written("a").get("hpl-plan.adoc")).containsSubsequence("== Options", "=== The plan: who owns which block", "*--map*",
                "=== What messages cost", "*--latency*", "=== Output", "*--picture*", "== Notes", "Examples:",
                "\n\n[%hardbreaks]\n  ./hpl plan --cluster examples/classroom.cluster", "\n\n[%hardbreaks]\nExit code: 0 planned");
    }

    @Test
    void shouldMakeTheSameTextEachTime() throws IOException {
        assertThat(written("a")).isEqualTo(written("b")).allSatisfy((name, text) -> assertThat(text)
                .doesNotContain(System.getProperty("java.version")));
    }

    private Map<String, String> written(String where) throws IOException {
        ManPages.main(new String[] {folder.resolve(where).toString(), "9.8.7"});
        Map<String, String> pages = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve(where))) {
            for (Path file : files.toList()) {
                pages.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return pages;
    }
}
