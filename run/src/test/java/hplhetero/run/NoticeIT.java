package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the build has found the program to be made of, against what NOTICE says of it. */
final class NoticeIT {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    /** Of the build's list of libraries: {@code (MIT) Title (group:artifact:version - url)}. */
    private static final Pattern LIBRARY = Pattern.compile("\\(([\\w.-]+:[\\w.-]+):\\S+ - [^()]*\\)$", Pattern.MULTILINE);
    private static final Pattern OURS = Pattern.compile("run\\.jar|(ffm|comm|blas-bridge|hpl-hetero|input|results)-.*");
    private static final Pattern TEXT = Pattern.compile("docs/licences/[\\w.-]+\\w|\\bLICENSE\\b");

    @Test
    void shouldNameEveryLibraryThatIsGivenAway() throws IOException {
        List<String> libraries = LIBRARY.matcher(Files.readString(HOME.resolve("run/target/licences/THIRD-PARTY.txt"))).results()
                .map(found -> found.group(1)).filter(name -> !name.startsWith("hplhetero:")).toList();
        assertThat(libraries).contains("info.picocli:picocli", "org.bytedeco:openblas");
        List<String> named = List.of(Files.readString(HOME.resolve("NOTICE")).split("[\\s,]+"));
        assertThat(libraries).as("libraries, of which each must be named in NOTICE").isSubsetOf(named);
    }

    @Test
    void shouldHaveTheTextsThatItNames() throws IOException {
        List<String> texts = TEXT.matcher(Files.readString(HOME.resolve("NOTICE"))).results().map(MatchResult::group).distinct().toList();
        assertThat(texts).hasSizeGreaterThan(5).allSatisfy(text -> assertThat(HOME.resolve(text)).isNotEmptyFile());
        try (Stream<Path> files = Files.list(HOME.resolve("docs/licences"))) {
            assertThat(files.map(file -> "docs/licences/" + file.getFileName())).isSubsetOf(texts);
        }
    }

    @Test
    void shouldBeInEveryJarOfOurs() throws IOException {
        List<Path> ours;
        try (Stream<Path> files = Files.list(HOME.resolve("run/target/hpl"))) {
            ours = files.filter(file -> OURS.matcher(file.getFileName().toString()).matches()).toList();
        }
        assertThat(ours).hasSize(7);
        for (Path file : ours) {
            try (JarFile jar = new JarFile(file.toFile())) {
                assertThat(jar.getEntry("META-INF/LICENSE")).as(file.toString()).isNotNull();
                assertThat(new String(jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8))
                        .as(file.toString()).isEqualTo(Files.readString(HOME.resolve("NOTICE")));
            }
        }
    }
}
