package hplhetero.run.launch;

import hplhetero.input.text.InputException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The built program, {@code hpl} and the jars it starts. On every host it lies in a folder of the same name, or is copied to the user's
 * cache folder.
 *
 * @param home     the folder with {@code hpl} on this host
 * @param packed   whether {@code hpl dist} has packed it, with a Java and natives for one architecture, and without sources
 * @param identity a checksum of the program's own jars, equal for equal builds
 */
public record Application(Path home, boolean packed, String identity) {
    private static final String BUILT_JARS = "run/target/hpl";
    private static final String PACKED_JARS = "lib";
    private static final String RUNTIME = "runtime";
    private static final int COPY_TIMEOUT_SECONDS = 600;
    /**
     * Shell command that prints a checksum of the contents of the program's own jars. Their times do not count, because copies differ in
     * them.
     */
    private static final String CHECKSUM =
            "cat run.jar blas-bridge-*.jar comm-*.jar ffm-*.jar hpl-hetero-*.jar input-*.jar network-*.jar results-*.jar 2>/dev/null"
            + " | cksum | cut -d' ' -f1";

    /**
     * Returns the program that runs in this process.
     *
     * @throws InputException when this program was not started by the script {@code hpl} of its folder: its first jar does not lie in such
     *         a folder, or the folder has no such script that can be run
     */
    public static Application here() {
        Path jar = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0]).toAbsolutePath().normalize();
        Path folder = jar.getParent();
        boolean packed = folder != null && folder.endsWith(PACKED_JARS);
        Path home = folder == null || !folder.endsWith(packed ? PACKED_JARS : BUILT_JARS) ? null
                : packed ? folder.getParent() : folder.getParent().getParent().getParent();
        if (home == null || !Files.isExecutable(home.resolve("hpl"))) {
            throw new InputException("this program was not started by the script `hpl` of its folder: start it with this script");
        }
        return new Application(home, packed, output(folder, CHECKSUM));
    }

    /** Returns the program's version. */
    static String version() {
        return String.valueOf(Application.class.getPackage().getImplementationVersion());
    }

    private String jars() {
        return packed ? PACKED_JARS : BUILT_JARS;
    }

    /**
     * Returns a line of Bourne shell for a host. It sets the shell variable {@code app} to the folder on the host that holds this build of
     * the program, or to an empty text where there is none.
     */
    String find() {
        return "app=; for d in " + copy() + " " + Shell.quote(home.toString()) + "; do "
                + "if [ -x \"$d/hpl\" ] && [ \"$(cd \"$d/" + jars() + "\" 2>/dev/null && " + CHECKSUM + ")\" = " + identity + " ]; "
                + "then app=$d; break; fi; done";
    }

    /**
     * Returns the folder of a copy on a host, as a shell there writes it. Its name has the architecture, because hosts of different
     * architectures may share a home.
     */
    private String copy() {
        return "\"$HOME/.cache/hpl-hetero/app-" + identity + "-$(uname -m)\"";
    }

    /**
     * Returns a line of shell that runs {@code hpl} on a host with the arguments that the line is given. The working folder is that of this
     * process where the host has a folder of this name, else the user's home.
     *
     * @param environment variables to be set for {@code hpl}, each as NAME=VALUE, quoted for a shell
     */
    String start(List<String> environment) {
        StringBuilder text = new StringBuilder("app=" + copy() + "; [ -x \"$app/hpl\" ] || app=" + Shell.quote(home.toString()) + "; cd "
                + Shell.quote(Path.of("").toAbsolutePath().toString()) + " 2>/dev/null || cd; HPL_NO_BUILD=1 ");
        environment.forEach(variable -> text.append(variable).append(' '));
        return text + "exec \"$app/hpl\" \"$@\"";
    }

    /**
     * Copies this program to a host, with its Java where it is packed.
     *
     * @return what went wrong; empty when nothing did
     */
    String send(RemoteShell shell, String host) {
        return sent(shell, host, into(copy(), "tar xzf -"), to -> {
            Process tar = new ProcessBuilder(pack()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            tar.getInputStream().transferTo(to);
        });
    }

    /**
     * Copies this program to a host out of a package for the host's architecture.
     *
     * @return what went wrong; empty when nothing did
     */
    String sendPackage(RemoteShell shell, String host, Path archive) {
        return sent(shell, host, into(copy(), "tar xzf - --strip-components=1"), to -> Files.copy(archive, to));
    }

    /**
     * Copies the Java of a package beside a copy of this program on a host.
     *
     * @return what went wrong; empty when nothing did
     */
    String sendRuntime(RemoteShell shell, String host, Path archive) {
        String top = archive.getFileName().toString().replace(Packages.SUFFIX, "");
        return sent(shell, host, into(copy() + "/" + RUNTIME, "tar xzf - --strip-components=2 " + Shell.quote(top + "/" + RUNTIME)),
                to -> Files.copy(archive, to));
    }

    private List<String> pack() {
        List<String> words = new ArrayList<>(List.of("tar", "czf", "-", "-C", home.toString(), "hpl", jars()));
        if (Files.isDirectory(home.resolve(RUNTIME))) {
            words.add(RUNTIME);
        }
        return words;
    }

    /** Returns a script that unpacks what it reads into a folder. The folder gets its name only when it is complete. */
    private static String into(String folder, String unpack) {
        return "umask 077; d=" + folder + "; p=$d.part$$; rm -rf \"$p\" && mkdir -p \"$p\" && cd \"$p\" && " + unpack
                + " && cd / && rm -rf \"$d\" && mv \"$p\" \"$d\"";
    }

    private static String sent(RemoteShell shell, String host, String script, Writer content) {
        RemoteShell.Ended ended = shell.run(host, script, process -> {
            try (OutputStream to = process.getOutputStream()) {
                content.write(to);
            }
        }, COPY_TIMEOUT_SECONDS);
        return ended.code() == 0 ? "" : ended.err().strip();
    }

    /** Returns the number of bytes to be copied, before they are compressed; 0 when it cannot be found out. */
    long bytes() {
        long all = 0;
        for (String folder : List.of(jars(), RUNTIME)) {
            if (Files.isDirectory(home.resolve(folder))) {
                try (var files = Files.walk(home.resolve(folder))) {
                    all += files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
                } catch (IOException e) {
                    return 0;
                }
            }
        }
        return all;
    }

    private static String output(Path folder, String script) {
        try {
            Process process = new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes()).strip();
        } catch (IOException e) {
            throw new InputException(folder + ": " + e.getMessage(), e);
        }
    }

    /** Writes the bytes that a script on a host reads. */
    @FunctionalInterface
    private interface Writer {
        void write(OutputStream to) throws IOException;
    }
}
