package hplhetero.run.dist;

import hplhetero.input.text.InputException;
import hplhetero.run.launch.Application;
import hplhetero.run.launch.Packages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code hpl dist}, which makes packages that need no Java where they are installed. */
@Command(name = "dist", sortOptions = false,
        header = "Makes packages to install, with a Java inside, for machines that have none.",
        description = {"For each architecture, makes hpl-hetero-VERSION-linux-ARCH.tar.gz, a Debian package and an RPM package. Also "
                + "writes the list of the program's parts (SBOM, in CycloneDX's form), recipes for containers, Apptainer, EasyBuild and "
                + "Spack, and SHA256SUMS of all files. Builds the program anew from these sources, which takes a minute. docs/install.md "
                + "explains more.", ""},
        footer = {"", "Exit code: 0 packages made, 1 making them failed, 2 an option cannot be used, or something is missing."})
public final class DistCommand implements Callable<Integer> {
    private static final Pattern VERSION = Pattern.compile("[0-9][A-Za-z0-9.+]*(-[A-Za-z0-9.]+)?");
    /** A name and an address in one line, without characters that mean something to Maven or in a file of properties. */
    private static final Pattern MAINTAINER = Pattern.compile("[^<>@\\\\$\\p{Cntrl}]*[^<>@\\\\$\\p{Cntrl} ] "
            + "<[^<>@\\\\$\\s]+@[^<>@\\\\$\\s]+>");
    private static final List<String> ARCHITECTURES = List.of("x86-64", "arm64", "all");
    private static final String SNAPSHOT = "-SNAPSHOT";

    @Option(names = {"--arch"}, paramLabel = "x86-64|arm64|all",
            description = "Architecture of the packages; default: the architecture of this machine.")
    private String architecture = Packages.architecture(System.getProperty("os.arch"));

    @Option(names = {"--jdk"}, paramLabel = "FOLDER", description = "JDK, or folder of its jmods, whose Java goes into the packages of its "
            + "architecture. Default: the JDK that runs this command, for its own architecture only.")
    private Path jdk;

    @Option(names = {"--version"}, paramLabel = "V", description = "Version of the packages. Default: the version in the git tag v... of "
            + "these sources, otherwise the version of the sources without -SNAPSHOT.")
    private String version;

    @Option(names = {"--maintainer"}, paramLabel = "'NAME <ADDRESS>'", description = "Who answers for the packages: the maintainer in the "
            + ".deb and the packager in the .rpm. Default: a placeholder with an address that ends in .invalid.")
    private String maintainer;

    @Option(names = {"--output"}, paramLabel = "FOLDER", description = "Folder for the packages; default: target/dist.")
    private Path output;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help message and exit.")
    private boolean help;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Application application = Application.here();
        Path java = Path.of(System.getProperty("java.home"));
        check(application, java);
        Release release = new Release(application.home(), java, version == null ? version(application.home()) : version,
                Optional.ofNullable(maintainer));
        Path folder = (output == null ? Packages.output(application) : output).toAbsolutePath();
        System.err.println("hpl: building version " + release.version() + ", which takes about a minute ...");
        release.build();
        return release.pack(folder, architecture, jdk);
    }

    private void check(Application application, Path java) {
        if (application.packed()) {
            throw new InputException("dist: packages are made from the sources, and " + application.home() + " has no sources: get them");
        }
        if (!Files.isExecutable(java.resolve("bin/jlink"))) {
            throw new InputException("dist: " + java + " has no bin/jlink: install a JDK 25 or newer, not a JRE, or set "
                    + "HPL_JAVA_HOME to one");
        }
        if (version != null && (!VERSION.matcher(version).matches() || version.endsWith(SNAPSHOT))) {
            throw new InputException("--version " + version + ": expected a version such as 1.2.0 or 1.2.0-rc1, no snapshot");
        }
        if (maintainer != null && !MAINTAINER.matcher(maintainer).matches()) {
            throw new InputException("--maintainer " + maintainer
                    + ": expected a name and an address, such as 'A Name <name@example.org>'");
        }
        if (!ARCHITECTURES.contains(architecture)) {
            throw new InputException("--arch " + architecture + ": choose one of " + String.join(", ", ARCHITECTURES));
        }
        String own = Packages.architecture(System.getProperty("os.arch"));
        if (jdk == null && !architecture.equals(own)) {
            throw new InputException("--arch " + architecture + ": the JDK here is for " + own + ": name a JDK for the other "
                    + "architecture with --jdk FOLDER, or its jmods (Temurin's JMODs from https://adoptium.net), or make the package on a "
                    + "machine of that architecture");
        }
        if (jdk != null && !Files.isDirectory(jdk)) {
            throw new InputException("--jdk " + jdk + ": no such folder");
        }
    }

    /** Returns the version by the tag of the commit, where it has one, else the version of the sources without -SNAPSHOT. */
    private static String version(Path home) throws IOException {
        try {
            Process git = new ProcessBuilder("git", "-C", home.toString(), "describe", "--tags", "--exact-match", "--match", "v[0-9]*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String tag = new String(git.getInputStream().readAllBytes()).strip().replaceFirst("^v", "");
            if (VERSION.matcher(tag).matches()) {
                return tag;
            }
        } catch (IOException noGit) {
            System.getLogger(DistCommand.class.getName()).log(System.Logger.Level.DEBUG, "git", noGit);
        }
        return String.valueOf(DistCommand.class.getPackage().getImplementationVersion()).replace(SNAPSHOT, "");
    }
}
