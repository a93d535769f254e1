package hplhetero.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs programs and reads HPL's result rows. */
final class Commands {
    /** ReFrame's pattern of a result row: the last column is the rate. */
    private static final Pattern ROW = Pattern.compile(
            "^W\\S+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\.\\d+\\s+(\\d+\\.\\d+e[+-]\\d+)\\s*$", Pattern.MULTILINE);

    private Commands() {
    }

    /** Runs a program to its end; standard output and error together. */
    static String run(Path folder, Map<String, String> environment, List<String> command)
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

    /** The best rate of the result rows in HPL's output. */
    static double bestRate(String output) throws IOException {
        Matcher rows = ROW.matcher(output);
        double best = 0;
        while (rows.find()) {
            best = Math.max(best, Double.parseDouble(rows.group(1)));
        }
        if (best == 0 || output.contains("FAILED")) {
            throw new IOException("no passed result in:\n" + output);
        }
        return best;
    }
}
