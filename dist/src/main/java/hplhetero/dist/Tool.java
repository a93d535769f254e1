package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs programs. */
final class Tool {
    private Tool() {
    }

    /**
     * Runs one and waits for it.
     *
     * @return its output, standard error too
     * @throws DistException it failed; its own text is in the message
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
