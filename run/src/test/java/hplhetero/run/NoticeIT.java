package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the build has found the program to be made of, against what NOTICE says of it. */
final class NoticeIT {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    /** A line of the build's list of libraries: {@code (MIT) Title (group:artifact:version - url)}. */
    private static final Pattern LIBRARY = Pattern.compile("\\(([\\w.-]+:[\\w.-]+):(\\S+) - [^()]*\\)$", Pattern.MULTILINE);
    /** A line of docs/licences/libraries.txt: {@code group:artifact:version  at least 1.2: CVE-...}. */
    private static final Pattern PINNED = Pattern.compile("^([\\w.-]+:[\\w.-]+):(\\S+)(?: +at least (\\S+): .+)?$");
    private static final Pattern OURS = Pattern.compile("run\\.jar|(ffm|network|comm|blas-bridge|hpl-hetero|input|results)-.*");
    private static final Pattern TEXT = Pattern.compile("docs/licences/[\\w.-]+\\w|\\bLICENSE\\b");

    @Test
    void shouldNameEveryLibraryThatIsGivenAway() throws IOException {
        List<String> libraries = LIBRARY.matcher(Files.readString(HOME.resolve("run/target/licences/THIRD-PARTY.txt"))).results()
                .map(found -> found.group(1)).filter(name -> !name.startsWith("hplhetero:")).toList();
        assertThat(libraries).contains("info.picocli:picocli", "org.bytedeco:openblas");
        List<String> named = List.of(Files.readString(HOME.resolve("NOTICE")).split("[\\s,]+"));
        assertThat(libraries).as("libraries, of which each must be named in NOTICE").isSubsetOf(named);
    }

    private static List<MatchResult> pinned() throws IOException {
        return Files.readAllLines(HOME.resolve("docs/licences/libraries.txt")).stream().filter(line -> !line.startsWith("#"))
                .map(line -> {
                    Matcher matcher = PINNED.matcher(line);
                    assertThat(matcher.matches()).as(line).isTrue();
                    return matcher.toMatchResult();
                }).toList();
    }

    /** A version that nobody has looked at does not get into the program by another library's update. */
    @Test
    void shouldBeMadeOfTheVersionsThatWereLookedAt() throws IOException {
        List<String> found = LIBRARY.matcher(Files.readString(HOME.resolve("run/target/licences/THIRD-PARTY.txt"))).results()
                .map(library -> library.group(1) + ":" + library.group(2)).filter(name -> !name.startsWith("hplhetero:")).toList();
        assertThat(pinned().stream().map(line -> line.group(1) + ":" + line.group(2)))
                .as("docs/licences/libraries.txt: look for advisories on what is new, and change the lines")
                .containsExactlyInAnyOrderElementsOf(found);
        try (Stream<Path> jars = Files.list(HOME.resolve("run/target/hpl"))) {
            List<String> versions = found.stream().map(name -> name.split(":")[1] + "-" + name.split(":")[2]).toList();
            assertThat(jars.map(jar -> jar.getFileName().toString()).filter(name -> name.endsWith(".jar") && !OURS.matcher(name).matches()))
                    .as("jars of libraries; run 'mvn clean' where an old one was left").allSatisfy(jar ->
                    assertThat(versions).anyMatch(jar::startsWith));
        }
    }

    @Test
    void shouldHaveNoVersionWithAKnownFault() throws IOException {
        assertThat(pinned().stream().filter(line -> line.group(3) != null)).isNotEmpty().allSatisfy(line ->
                assertThat(Arrays.compare(numbers(line.group(2)), numbers(line.group(3)))).as(line.group()).isNotNegative());
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[.-]")).mapToInt(Integer::parseInt).toArray();
    }

    @Test
    void shouldHaveTheTextsThatItNames() throws IOException {
        List<String> texts = TEXT.matcher(Files.readString(HOME.resolve("NOTICE"))).results().map(MatchResult::group).distinct().toList();
        assertThat(texts).hasSizeGreaterThan(5).allSatisfy(text -> assertThat(HOME.resolve(text)).isNotEmptyFile());
        try (Stream<Path> files = Files.list(HOME.resolve("docs/licences"))) {
            assertThat(files.map(file -> "docs/licences/" + file.getFileName()).filter(file -> !file.endsWith("libraries.txt")))
                    .isSubsetOf(texts);
        }
    }

    @Test
    void shouldBeInEveryJarOfOurs() throws IOException {
        List<Path> ours;
        try (Stream<Path> files = Files.list(HOME.resolve("run/target/hpl"))) {
            ours = files.filter(file -> OURS.matcher(file.getFileName().toString()).matches()).toList();
        }
        assertThat(ours).hasSize(8);
        for (Path file : ours) {
            try (JarFile jar = new JarFile(file.toFile())) {
                assertThat(jar.getEntry("META-INF/LICENSE")).as(file.toString()).isNotNull();
                assertThat(new String(jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8))
                        .as(file.toString()).isEqualTo(Files.readString(HOME.resolve("NOTICE")));
            }
        }
    }
}
