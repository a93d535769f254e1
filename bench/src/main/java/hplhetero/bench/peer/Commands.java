package hplhetero.bench.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A runner of other programs. */
public final class Commands {
    private Commands() {
    }

    /**
     * Runs a program to its end and returns its standard output and error together.
     *
     * @throws IOException when the program fails
     */
    public static String run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("bench", ".log");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            int code = builder.start().waitFor();
            String text = Files.readString(log);
            if (code != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + code + ":\n" + text);
            }
            return text;
        } finally {
            Files.delete(log);
        }
    }

    /**
     * Runs a program to its end and returns its standard output. The program's standard error, such as progress, goes to that of this
     * process.
     *
     * @throws IOException when the program fails
     */
    public static String outputOf(Path folder, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code);
        }
        return text;
    }
}
