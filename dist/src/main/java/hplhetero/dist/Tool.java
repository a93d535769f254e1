package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A runner of the JDK's programs. */
final class Tool {
    private Tool() {
    }

    /**
     * Runs a program and waits for it.
     *
     * @return the program's output, including standard error
     * @throws DistException when the program fails: the message holds the program's output
     */
    static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes()).strip();
        if (process.waitFor() != 0) {
            throw new DistException(Path.of(command.getFirst()).getFileName() + " failed (exit code " + process.exitValue() + "): " + said);
        }
        return said;
    }
}
