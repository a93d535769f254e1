package hplhetero.dist;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The maker of packages: lays out the content of a package in a folder, and makes the package files from it.
 *
 * @param release     the build that is packed
 * @param sources     the folder with the program's sources
 * @param application the folder with the program's jars
 * @param output      the folder for the packages
 */
record Packaging(Release release, Path sources, Path application, Path output) {
    /** The texts of a package, each a file or a folder, by their paths from the top of the sources. Every package has all of them. */
    private static final List<String> TEXTS = List.of("LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "docs", "examples");
    /**
     * The function that zsh loads at the first Tab after hpl. The function hands the work to bash's script, which it finds from where it
     * lies itself.
     */
    private static final String ZSH = """
            #compdef hpl
            # the script declares what completes hpl, for this Tab and for those after it
            source "${functions_source[_hpl]:A:h:h:h}/bash-completion/completions/hpl"
            _bash_complete -o default -F _complete_hpl
            """;
    private static final double MB = 1e6;

    /**
     * Makes the archive, the Debian package and the RPM package for the architecture of a JDK.
     *
     * @param jdk the source of the runtime that is packed
     */
    void make(Jdk jdk) throws IOException, InterruptedException {
        Architecture architecture = jdk.architecture();
        Path work = Files.createTempDirectory(output, ".packing");
        try {
            Path root = work.resolve(release.folder(architecture));
            lay(jdk, root);
            Requirements needed = Requirements.of(root);
            Files.writeString(root.resolve("package.properties"), properties(jdk, root, needed));
            say(architecture, "packing");
            Path archive = output.resolve(root.getFileName() + ".tar.gz");
            Archive.write(root, archive, release.time());
            Path debian = output.resolve("hpl-hetero_" + release.version() + "_" + architecture.debian() + ".deb");
            new DebianPackage(release, architecture, needed).write(root, debian, work);
            Path rpm = output.resolve("hpl-hetero-" + release.version() + "-1." + architecture.rpm() + ".rpm");
            new RpmPackage(release, architecture, needed).write(root, rpm, work);
            for (Path made : List.of(archive, debian, rpm)) {
                System.err.printf("hpl: %s, %.1f MB, SHA-256 %s%n", made, Files.size(made) / MB, Checksums.sha256(made));
            }
        } finally {
            delete(work);
        }
    }

    /** Copies the build's list of the program's parts (SBOM), and writes the recipes for all archives of the release in the folder. */
    void describe() throws IOException {
        Path parts = output.resolve("hpl-hetero-" + release.version() + ".cdx.json");
        Files.copy(application.resolveSibling("hpl-hetero.cdx.json"), parts, StandardCopyOption.REPLACE_EXISTING);
        System.err.println("hpl: " + parts + ", the parts of the program (SBOM)");
        for (Path recipe : Recipes.write(sources.resolve("dist/recipes"), release, output)) {
            System.err.println("hpl: " + recipe);
        }
    }

    private void lay(Jdk jdk, Path root) throws IOException, InterruptedException {
        List<Path> jars = Jars.of(application);
        say(jdk.architecture(), "linking a Java runtime out of " + jdk.home());
        Path lib = Files.createDirectories(root.resolve("lib"));
        LinkedRuntime.link(jdk, jars.stream().filter(jar -> isOurs(jar)).toList(), root.resolve("runtime"));
        for (Path jar : jars) {
            if (jdk.architecture().takes(jar.getFileName().toString())) {
                Jars.copy(jar, lib.resolve(jar.getFileName()), jdk.architecture(), release.time());
            }
        }
        Files.copy(sources.resolve("hpl"), root.resolve("hpl"), StandardCopyOption.COPY_ATTRIBUTES);
        share(root);
        for (String text : TEXTS) {
            copy(sources.resolve(text), root.resolve(text));
        }
    }

    /**
     * Checks that the sources have every text of a package. A package without LICENSE and NOTICE must not be passed on.
     *
     * @throws DistException when a text is missing
     */
    void checkTexts() {
        List<String> missing = TEXTS.stream().filter(text -> !Files.exists(sources.resolve(text))).toList();
        if (!missing.isEmpty()) {
            throw new DistException("dist: " + sources + " lacks " + String.join(", ", missing) + ", which each package contains: bring "
                    + "them back, such as by 'git checkout " + String.join(" ", missing) + "'");
        }
    }

    /** Adds the build's manual pages, the file for completing commands, which the program prints, and the file by which zsh finds it. */
    private void share(Path root) throws IOException, InterruptedException {
        Path pages = Files.createDirectories(root.resolve("share/man/man1"));
        try (Stream<Path> made = Files.list(application.resolveSibling("man"))) {
            for (Path page : made.filter(file -> file.getFileName().toString().endsWith(".1")).toList()) {
                Files.copy(page, pages.resolve(page.getFileName()));
            }
        }
        Path completion = Files.createDirectories(root.resolve("share/bash-completion/completions")).resolve("hpl");
        Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
                application.resolve(Jars.MAIN).toString(), "completion").redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(completion.toFile()).start();
        if (program.waitFor() != 0) {
            throw new IOException("hpl completion failed: exit code " + program.exitValue());
        }
        Files.writeString(Files.createDirectories(root.resolve("share/zsh/site-functions")).resolve("_hpl"), ZSH);
    }

    private boolean isOurs(Path jar) {
        String name = jar.getFileName().toString();
        return name.equals(Jars.MAIN) || name.endsWith("-" + release.version() + ".jar");
    }

    private String properties(Jdk jdk, Path root, Requirements needed) throws IOException {
        StringBuilder text = new StringBuilder("version=" + release.version() + "\narchitecture=" + jdk.architecture().word() + "\ncommit="
                + commit() + "\nglibc=" + needed.glibc() + "\nmaintainer=" + release.maintainer() + "\n");
        try (BufferedReader lines = Files.newBufferedReader(root.resolve("runtime/release"))) {
            lines.lines().map(line -> "runtime." + line.replace("\"", "")).forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /** Returns the commit of the sources, marked where they are changed; "unknown" where git does not tell. */
    private String commit() throws IOException {
        try {
            Process git = new ProcessBuilder("git", "-C", sources.toString(), "describe", "--always", "--abbrev=40", "--dirty",
                    "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String said = new String(git.getInputStream().readAllBytes()).strip();
            return said.isEmpty() ? "unknown" : said;
        } catch (IOException noGit) {
            return "unknown";
        }
    }

    private static void say(Architecture architecture, String what) {
        System.err.println("hpl: " + architecture.word() + ": " + what + " ...");
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(from)) {
            all = paths.toList();
        }
        for (Path one : all) {
            Files.copy(one, to.resolve(from.relativize(one)), StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (Path one : all) {
            Files.delete(one);
        }
    }
}
