package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code hpl dist} refuses, before it builds anything. */
final class DistIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--version 1.0-SNAPSHOT | --version 1.0-SNAPSHOT: expected a version such as 1.2.0 or 1.2.0-rc1, no snapshot",
            "--version a/b          | --version a/b: expected a version",
            "--arch sparc           | --arch sparc: choose one of x86-64, arm64, all",
            "--arch all             | name a JDK for the other architecture with --jdk FOLDER, or its jmods",
            "--arch arm64           | --arch arm64: the JDK here is for x86-64: name a JDK for the other architecture with --jdk FOLDER",
            "--maintainer nobody    | --maintainer nobody: expected a name and an address, such as 'A Name <name@example.org>'",
            "--jdk nowhere          | --jdk nowhere: no such folder"})
    void shouldRefuseWhatCannotBeMade(String options, String message) throws Exception {
        Ended ended = new Launcher(folder, Map.of()).run(("dist " + options).split(" +"));
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(message).hasLineCount(1);
    }
}
