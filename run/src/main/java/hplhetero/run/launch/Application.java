package hplhetero.run.launch;

import hplhetero.input.text.InputException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The built program: {@code hpl} and the jars it starts, in a folder of the same name on every host, or copied to the
 * user's cache folder there.
 *
 * @param home     the folder with {@code hpl} on this host
 * @param identity a checksum of its own jars, the same for the same build
 */
record Application(Path home, String identity) {
    private static final String JARS = "run/target/hpl";
    /** Of the program's own jars, by content: copies differ in their times. */
    private static final String CHECKSUM =
            "cat run.jar blas-bridge-*.jar comm-*.jar ffm-*.jar hpl-hetero-*.jar input-*.jar results-*.jar 2>/dev/null"
            + " | cksum | cut -d' ' -f1";

    /** @throws InputException when this program does not run from a folder with {@code hpl} */
    static Application here() {
        Path jar = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0]).toAbsolutePath().normalize();
        Path folder = jar.getParent();
        Path home = folder == null || !folder.endsWith(JARS) ? null : folder.getParent().getParent().getParent();
        if (home == null || !Files.isExecutable(home.resolve("hpl"))) {
            throw new InputException("--hosts: this program was not started by the `hpl` of its folder: start it by that");
        }
        return new Application(home, output(home, "cd " + JARS + " && " + CHECKSUM));
    }

    /** A line of shell that sets {@code app} to the folder on a host that has this build, or to nothing. */
    String find() {
        return "app=; for d in " + Shell.quote(home.toString()) + " " + copy() + "; do "
                + "if [ -x \"$d/hpl\" ] && [ \"$(cd \"$d/" + JARS + "\" 2>/dev/null && " + CHECKSUM + ")\" = " + identity + " ]; "
                + "then app=$d; break; fi; done";
    }

    /** Where a copy lies, as a shell there writes it. */
    private String copy() {
        return "\"$HOME/.cache/hpl-hetero/app-" + identity + "\"";
    }

    /** A line of shell that runs {@code hpl} with the arguments it is given, in the same working folder where there is one. */
    String start(List<String> environment) {
        StringBuilder text = new StringBuilder("app=" + copy() + "; [ -x \"$app/hpl\" ] || app=" + Shell.quote(home.toString()) + "; cd "
                + Shell.quote(Path.of("").toAbsolutePath().toString()) + " 2>/dev/null || cd; HPL_NO_BUILD=1 ");
        environment.forEach(variable -> text.append(variable).append(' '));
        return text + "exec \"$app/hpl\" \"$@\"";
    }

    /**
     * Copies it to a host.
     *
     * @return what went wrong; empty when nothing did
     */
    String send(RemoteShell shell, String host) {
        String script = "umask 077; d=" + copy()
                + "; rm -rf \"$d.part\" && mkdir -p \"$d.part\" && tar xf - -C \"$d.part\" && rm -rf \"$d\" && mv \"$d.part\" \"$d\"";
        RemoteShell.Ended ended = shell.run(host, script, process -> {
            try (OutputStream to = process.getOutputStream()) {
                Process tar = new ProcessBuilder("tar", "cf", "-", "-C", home.toString(), "hpl", JARS)
                        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
                tar.getInputStream().transferTo(to);
            }
        }, 600);
        return ended.code() == 0 ? "" : ended.err().strip();
    }

    /** Bytes to be copied. */
    long bytes() {
        try (var files = Files.walk(home.resolve(JARS))) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static String output(Path folder, String script) {
        try {
            Process process = new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes()).strip();
        } catch (IOException e) {
            throw new InputException("--hosts: " + folder + ": " + e.getMessage(), e);
        }
    }
}
