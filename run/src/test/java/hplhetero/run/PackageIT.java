package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code hpl dist} has made, where there is no Java, and hardly anything else. */
@Needs({Component.PACKAGES, Component.ROOT, Component.NAMESPACES})
final class PackageIT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    private static final long MOST_BYTES = 50_000_000;
    private static final String RUN = "run -N 97 --nb 32 --workers 1 --progress none --blas ";
    /** In front of a command in a root: without the optimising compiler, but not where kernels are measured, which would take minutes. */
    private static final String BRIEF = "HPL_JAVA_OPTS=-XX:TieredStopAtLevel=1 ";
    private static final int TIMEOUT_SECONDS = 120;

    /** Makes a root of bash, env, dirname, readlink and the C library; $1 is its folder. */
    private static final String BARE_ROOT = """
            set -euo pipefail
            root=$1
            mkdir -p "$root"/{usr/bin,proc,dev,tmp,home}
            for program in bash env dirname readlink; do
              cp -L "$(command -v $program)" "$root/usr/bin/"
              ldd "$(command -v $program)"
            done | grep -o '/[^ ]*' | sort -u | while read -r library; do
              mkdir -p "$root$(dirname "$library")"
              cp -L "$library" "$root$library"
              for other in libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1; do
                [ ! -e "$(dirname "$library")/$other" ] || cp -L "$(dirname "$library")/$other" "$root$(dirname "$library")/"
              done
            done
            """;
    /** Runs a program in root $1, in which it finds itself alone. */
    private static final String IN_ROOT = """
            exec unshare --mount --pid --fork --propagation private bash -c '
              mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" \\
              && exec chroot "$0" /usr/bin/env -i PATH=/usr/bin HOME=/home "$@"' "$@"
            """;

    /** A part's address: name, version, and the classifier of a jar with natives. */
    private static final Pattern PURL = Pattern.compile("pkg:maven/[^/]+/([^@]+)@([^?]+)\\?(?:classifier=([^&]+)&)?type=jar");

    @TempDir
    private Path folder;

    /** How a script of bash ended, and all it said. */
    private record Ended(int code, String text) {
    }

    private Ended bash(String script, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("bash", "-c", script, "bash"));
        words.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        assertThat(process.waitFor((long) BusyMachine.seconds(TIMEOUT_SECONDS), TimeUnit.SECONDS)).as("ends in time").isTrue();
        return new Ended(process.exitValue(), Files.readString(output));
    }

    private Ended inRoot(Path root, String... arguments) throws IOException, InterruptedException {
        return bash(IN_ROOT, Stream.concat(Stream.of(root.toString()), Stream.of(arguments)).toArray(String[]::new));
    }

    private Path bareRoot() throws IOException, InterruptedException {
        Path root = folder.resolve("root");
        Ended made = bash(BARE_ROOT, root.toString());
        assertThat(made.code()).as(made.text()).isZero();
        return root;
    }

    private static Path packages() {
        return Path.of(System.getenv(Component.Variables.PACKAGES));
    }

    /** The only one for this machine that has such an end. */
    private static Path made(String end) throws IOException {
        try (Stream<Path> files = Files.list(packages())) {
            Optional<Path> found = files.filter(file -> file.getFileName().toString().endsWith(end)).findFirst();
            return found.orElseThrow(() -> new IOException("no ..." + end + " in " + packages()));
        }
    }

    private static boolean isX86() {
        return System.getProperty("os.arch").equals("amd64");
    }

    private static Path archive() throws IOException {
        return made(isX86() ? "-linux-x86-64.tar.gz" : "-linux-arm64.tar.gz");
    }

    private Path unpacked(Path where) throws IOException, InterruptedException {
        Files.createDirectories(where);
        assertThat(bash("tar xzf \"$1\" -C \"$2\"", archive().toString(), where.toString()).code()).isZero();
        return where.resolve(archive().getFileName().toString().replace(".tar.gz", ""));
    }

    @Test
    void shouldBeSmallAndWhatItsChecksumsSay() throws Exception {
        assertThat(Files.size(archive())).isLessThan(MOST_BYTES);
        Ended sums = bash("cd \"$1\" && sha256sum -c SHA256SUMS", packages().toString());
        assertThat(sums.code()).as(sums.text()).isZero();
        assertThat(sums.text()).contains(archive().getFileName() + ": OK");
    }

    @Test
    void shouldPassInARootWithoutAJava() throws Exception {
        Path root = bareRoot();
        Path home = root.relativize(unpacked(root));
        Ended version = inRoot(root, "/" + home + "/hpl", "--version");
        assertThat(version.text()).matches("hpl-hetero [0-9][0-9A-Za-z.+-]*, Java [0-9.+A-Za-z-]*\n").doesNotContain("SNAPSHOT");
        Ended ended = inRoot(root, ("/" + home + "/hpl " + RUN + "auto --json /home/r.json").split(" "));
        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text()).contains("PASSED").doesNotContain("WARNING", "start-up cache", "Exception");
        assertThat(Files.readString(root.resolve("home/r.json"))).contains("\"version\" : \"" + version.text().split("[ ,]")[1] + "\"");
    }

    @Test
    void shouldRunNativeKernelsFromAFolderThatCannotBeWritten() throws Exception {
        Path root = bareRoot();
        Path home = unpacked(root);
        Files.createDirectories(root.resolve("usr/local/bin"));
        Files.createSymbolicLink(root.resolve("usr/local/bin/hpl"), Path.of("/" + root.relativize(home)).resolve("hpl"));
        Ended ended = inRoot(root, (BRIEF + "HOME=/proc /usr/local/bin/hpl " + RUN + "native").split(" "));
        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text()).contains("PASSED", "OpenBLAS 0.3");
    }

    @Test
    @Needs(Component.PACKAGE_INSTALLER)
    void shouldBeInstalledAndRemovedByDpkg() throws Exception {
        Path root = bareRoot();
        Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
        Files.createDirectories(root.resolve("var/lib/dpkg/info"));
        Files.createFile(root.resolve("var/lib/dpkg/status"));
        Files.createFile(root.resolve("var/lib/dpkg/available"));
        String dpkg = "dpkg --root=\"$1\" --log=/dev/null --force-depends ";
        String deb = made(isX86() ? "_amd64.deb" : "_arm64.deb").toString();
        Ended installed = bash(dpkg + "-i \"$2\" && dpkg --root=\"$1\" -V hpl-hetero && dpkg-deb -f \"$2\" Depends", root.toString(), deb);
        assertThat(installed.code()).as(installed.text()).isZero();
        assertThat(installed.text()).contains("libc6 (>= 2.");
        Ended ended = inRoot(root, (BRIEF + "/usr/bin/hpl " + RUN + "reference").split(" "));
        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text()).contains("PASSED");
        assertThat(root.resolve("usr/share/doc/hpl-hetero/copyright")).exists();
        assertThat(bash(dpkg + "-r hpl-hetero", root.toString()).code()).isZero();
        assertThat(root.resolve("usr/lib/hpl-hetero")).doesNotExist();
    }

    @Test
    @Needs(Component.RPM)
    void shouldBeInstalledAndRemovedByRpm() throws Exception {
        Path root = bareRoot();
        String rpm = made(isX86() ? ".x86_64.rpm" : ".aarch64.rpm").toString();
        // without the file of the distribution's own database, nor its dependencies
        String options = " --root \"$1\" --dbpath /var/lib/rpm --nodeps ";
        Ended installed = bash("rpm -K --nosignature \"$2\" && rpm" + options + "-i \"$2\" && rpm --root \"$1\" --dbpath /var/lib/rpm "
                + "-V --nodeps hpl-hetero && rpm -qp --requires \"$2\"", root.toString(), rpm);
        assertThat(installed.code()).as(installed.text()).isZero();
        assertThat(installed.text()).contains("digests OK", "libc.so.6(GLIBC_2.", "bash\n");
        Ended ended = inRoot(root, (BRIEF + "/usr/bin/hpl " + RUN + "reference").split(" "));
        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text()).contains("PASSED");
        assertThat(root.resolve("usr/share/zsh/site-functions/_hpl")).exists();
        assertThat(bash("rpm" + options + "-e hpl-hetero", root.toString()).code()).isZero();
        assertThat(root.resolve("usr/lib/hpl-hetero")).doesNotExist();
    }

    @Test
    @Needs(Component.PACKAGE_INSTALLER)
    void shouldNameOneMaintainerEverywhere() throws Exception {
        String maintainer = bash("tar xzOf \"$1\" --wildcards '*/package.properties' | sed -n 's/^maintainer=//p'",
                archive().toString()).text();
        assertThat(maintainer).matches("[^<>]+ <[^<>@]+@[^<>@]+>\n");
        assertThat(bash("dpkg-deb -f \"$1\" Maintainer", made(isX86() ? "_amd64.deb" : "_arm64.deb").toString()).text())
                .isEqualTo(maintainer);
    }

    /** At the prompt of a zsh that has the package's completions on its path, by the Tab key. */
    @Test
    @Needs({Component.PACKAGE_INSTALLER, Component.ZSH})
    void shouldCompleteInZshWhereItIsInstalled() throws Exception {
        Files.writeString(folder.resolve("prompt.zsh"), """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell 'fpath=($PWD/root/usr/share/zsh/vendor-completions $fpath); autoload -U compinit; compinit -u'
                zpty -w shell 'hpl() { print -r "R""AN <$*>" }; print "REA""DY"'
                zpty -r shell said '*READY*'
                for line in 'calib' 'run --blas nat'; do
                  zpty -w -n shell "hpl $line"$'\\t\\n'
                  zpty -r shell said '*RAN <*>*'
                  print -r -- "${${said##*RAN <}%%>*}"
                done
                zpty -d shell
                """);
        Ended ended = bash("dpkg-deb -x \"$1\" root && HOME=$PWD zsh prompt.zsh", made(isX86() ? "_amd64.deb" : "_arm64.deb").toString());
        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text().lines().map(String::strip)).containsExactly("calibrate", "run --blas native");
    }

    @Test
    void shouldListEveryJarAndNothingElseAsItsParts() throws Exception {
        JsonNode parts = new JsonMapper().readTree(Files.readString(made(".cdx.json")));
        assertThat(parts.at("/bomFormat").asString()).isEqualTo("CycloneDX");
        Set<String> listed = new TreeSet<>();
        for (JsonNode part : parts.at("/components")) {
            Matcher purl = PURL.matcher(part.at("/purl").asString());
            assertThat(purl.matches()).as(part.at("/purl").asString()).isTrue();
            listed.add(purl.group(1) + "-" + purl.group(2) + (purl.group(3) == null ? "" : "-" + purl.group(3)) + ".jar");
            assertThat(part.at("/licenses").size()).as("licences of %s", part.at("/purl")).isPositive();
            assertThat(part.at("/hashes").size()).as("hashes of %s", part.at("/purl")).isPositive();
        }
        // the jar of natives for the other architecture is in the other archive
        listed.removeIf(name -> name.endsWith(isX86() ? "-linux-arm64.jar" : "-linux-x86_64.jar"));
        Ended jars = bash("tar tzf \"$1\" --wildcards '*/lib/*.jar' | sed 's|.*/||'", archive().toString());
        assertThat(jars.text().lines().filter(name -> !name.equals("run.jar"))).containsExactlyInAnyOrderElementsOf(listed);
        assertThat(parts.at("/metadata/component/purl").asString()).startsWith("pkg:maven/hplhetero/run@");
    }

    @Test
    void shouldHaveRecipesForItsArchives() throws Exception {
        String name = archive().getFileName().toString();
        String sum = bash("cd \"$1\" && sha256sum \"$2\" | cut -d ' ' -f 1", packages().toString(), name).text().strip();
        assertThat(Files.readString(made(".eb"))).contains("'" + name + "': '" + sum + "'");
        assertThat(Files.readString(made(".spack.py"))).contains(sum);
        assertThat(Files.readString(made(".Containerfile"))).contains(name.replaceFirst("(x86-64|arm64)", "\\${ARCH}"));
        assertThat(Files.readString(made(".def"))).contains(name.replaceFirst("(x86-64|arm64)", "{{ ARCH }}"));
        assertThat(bash("cut -d ' ' -f 3 \"$1\"", packages().resolve("SHA256SUMS").toString()).text().lines())
                .containsAll(List.of(name, made(".eb").getFileName().toString(), made(".rpm").getFileName().toString()));
    }

    /** The folder with all JDKs of this machine, which a host is to be without. */
    private static Path jdks() {
        return Path.of(System.getProperty("java.home")).getParent();
    }

    private TestBed.Ended onHosts(String options, String environment, Path hpl, String arguments)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        return new TestBed(folder).run("-n 2 --private " + home + options, TestBed.EXPORT_BRIEF
                + "export HPL_NO_BUILD=1 XDG_CACHE_HOME=" + System.getProperty("hpl.cache") + " HOME=" + home + environment
                + "; " + hpl + " run -N 97 --nb 32 -Q 2 --workers 1 --progress none --blas reference --check no --hosts a,b "
                + "--launcher mpj " + arguments);
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldGiveAHostWithoutAJavaTheRuntimeOfAPackage() throws Exception {
        TestBed.Ended ended = onHosts(" --private " + jdks(), "", HPL, "--packages " + packages());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err()).containsOnlyOnce("hpl: copying a Java runtime to ~/.cache/hpl-hetero on b\n")
                .doesNotContain("copying this build");
        assertThat(ended.out()).contains("1 tests completed and passed", "on 2 hosts");
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldSayWhereAPackageForAHostWasLookedFor() throws Exception {
        TestBed.Ended ended = onHosts(" --private " + jdks(), "", HPL, "--packages " + folder);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("hpl: b: no JDK 25 or newer found", "or make a package to be copied there: ./hpl dist --arch "
                + (isX86() ? "x86-64" : "arm64") + " (none is in " + folder + ")");
    }

    @Test
    @Needs(Component.MPJ_EXPRESS)
    void shouldTakeItselfToAHostThatHasNothing() throws Exception {
        Path here = unpacked(folder.resolve("here"));
        // none of the hosts has another Java
        String without = "; mount -t tmpfs none " + jdks();
        TestBed.Ended ended = onHosts(" --private " + jdks() + " --private " + folder.resolve("here"), without, here.resolve("hpl"),
                "&& " + here.resolve("hpl") + " dist 2> dist");
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
        assertThat(ended.err()).contains("hpl: copying this build (", "to ~/.cache/hpl-hetero on b\n")
                .doesNotContain("copying a Java runtime");
        assertThat(ended.out()).contains("1 tests completed and passed", "on 2 hosts");
        assertThat(Files.readString(folder.resolve("dist")))
                .isEqualTo("hpl: dist: packages are made from the sources, and " + here + " has no sources: get them\n");
    }
}
