package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.BusyMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What .ci/release does with files that a stand-in for {@code hpl dist} makes, by stand-ins for gh and podman that note their words. */
final class ReleaseIT {
    private static final Path SCRIPT = Path.of(System.getProperty("hpl.home")).resolve(".ci/release");
    /** Makes an archive with the maintainer of the option, a list of parts, and checksums. */
    private static final String HPL = """
            #!/usr/bin/env bash
            set -e
            folder=$3 maintainer='nobody <nobody@example.invalid>'
            [ "${4:-}" != --maintainer ] || maintainer=$5
            mkdir -p "$folder" && cd "$folder"
            for architecture in ${ARCHITECTURES:-x86-64 arm64}; do
              root=hpl-hetero-1.0-linux-$architecture
              mkdir "$root"
              printf 'commit=abc\\nmaintainer=%s\\n' "$maintainer" > "$root/package.properties"
              tar -czf "$root.tar.gz" "$root"
              rm -r "$root"
            done
            echo '{}' > hpl-hetero-1.0.cdx.json
            sha256sum hpl-hetero-* > SHA256SUMS
            [ -z "${SPOILED:-}" ] || echo >> hpl-hetero-1.0.cdx.json
            """;

    @TempDir
    private Path folder;

    /** How the script ended, what it said, and the calls of programs that publish or make images. */
    private record Ended(int code, String said, List<String> calls) {
    }

    @BeforeEach
    void makeAProject() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.copy(SCRIPT, Files.createDirectories(project.resolve(".ci")).resolve("release"));
        program(project.resolve("hpl"), HPL);
        Files.writeString(project.resolve("CHANGELOG.md"), "# Changelog\n\n## [1.0]\n\nFirst.\n\n## [0.9]\n");
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String name : List.of("gh", "podman")) {
            program(programs.resolve(name), "#!/bin/sh\necho \"" + name + " $*\" >> '" + folder.resolve("calls") + "'\n");
        }
        // says that the commit has the tag that is asked for
        program(programs.resolve("git"), "#!/bin/sh\n[ -z \"$UNTAGGED\" ] && echo v1.0\n");
    }

    private static void program(Path file, String text) throws IOException {
        assertThat(Files.writeString(file, text).toFile().setExecutable(true)).isTrue();
    }

    /** Runs the script with variables, such as {@code A=1;B=2}, and options. */
    private Ended release(String environment, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("env",
                "PATH=" + folder.resolve("programs") + ":" + System.getenv("PATH")));
        words.addAll(Stream.of(environment.split(";")).filter(one -> !one.isEmpty()).toList());
        words.add(folder.resolve("project/.ci/release").toString());
        words.addAll(List.of(options));
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(process.waitFor((long) BusyMachine.seconds(60), TimeUnit.SECONDS)).isTrue();
        Path calls = folder.resolve("calls");
        return new Ended(process.exitValue(), Files.readString(said), Files.exists(calls) ? Files.readAllLines(calls) : List.of());
    }

    @Test
    void shouldPublishNothingUnlessAsked() throws Exception {
        Ended ended = release("", "--image", "registry.example.org/hpl");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said()).contains("not to be published: x86-64: the maintainer is a placeholder: name one with --maintainer",
                "would run: podman push registry.example.org/hpl:1.0-arm64\n", "would run: gh release create v1.0 --draft",
                "published nothing: this was a dry run");
        assertThat(ended.calls()).hasSize(3).noneMatch(call -> call.startsWith("gh") || call.contains("push"))
                .anyMatch(call -> call.startsWith("podman build --platform linux/amd64 --build-arg ARCH=x86-64 -f "));
    }

    @Test
    void shouldPublishWhatIsComplete() throws Exception {
        Ended ended = release("", "--publish", "--image", "registry.example.org/hpl", "--maintainer", "A Name <name@example.org>");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said()).doesNotContain("not to be published", "would run");
        assertThat(ended.calls()).contains("podman push registry.example.org/hpl:1.0-amd64",
                "podman manifest create registry.example.org/hpl:1.0 registry.example.org/hpl:1.0-amd64 "
                + "registry.example.org/hpl:1.0-arm64",
                "podman manifest push --all registry.example.org/hpl:1.0 docker://registry.example.org/hpl:1.0");
        assertThat(ended.calls().getLast()).startsWith("gh release create v1.0 --draft --verify-tag --title hpl-hetero 1.0 --notes-file ")
                .contains("/hpl-hetero-1.0-linux-x86-64.tar.gz ", "/hpl-hetero-1.0-linux-arm64.tar.gz ", "/hpl-hetero-1.0.cdx.json ")
                .endsWith("/SHA256SUMS");
    }

    @Test
    void shouldPublishNothingThatIsIncompleteOrChanged() throws Exception {
        Ended placeholder = release("", "--publish");
        assertThat(placeholder.code()).isEqualTo(2);
        assertThat(placeholder.said()).contains("the maintainer is a placeholder").endsWith("release: nothing was published\n");
        deleteFiles();
        Ended missing = release("ARCHITECTURES=arm64;UNTAGGED=1", "--publish", "--maintainer", "A Name <name@example.org>");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.said()).contains("no packages for x86-64: make them by .ci/release on a machine of that architecture",
                "this commit has no tag v1.0: git tag v1.0");
        Ended spoiled = release("SPOILED=1", "--publish", "--maintainer", "A Name <name@example.org>");
        assertThat(spoiled.code()).isEqualTo(2);
        assertThat(spoiled.said()).contains("SHA256SUMS: these files have changed since they were made");
        assertThat(spoiled.calls()).isEmpty();
    }

    private void deleteFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("project/target/publish"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
