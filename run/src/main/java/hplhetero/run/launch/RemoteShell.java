package hplhetero.run.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs commands on other hosts, as ssh does.
 *
 * @param program {@code ssh}, or one that is called alike: {@code program host command}
 */
public record RemoteShell(String program) {
    private static final String SSH = "ssh";

    /**
     * What a command has left.
     *
     * @param code its exit code; ssh's own is 255
     * @param out  what it wrote to standard output
     * @param err  what it, or the shell, wrote to standard error
     */
    public record Ended(int code, String out, String err) {
    }

    /** Never asks for a password: nobody could answer, with many hosts at once. */
    public List<String> command(String host, String script) {
        List<String> words = new ArrayList<>(List.of(program.strip().split("\\s+")));
        if (words.getLast().equals(SSH) || words.getLast().endsWith("/" + SSH)) {
            words.addAll(List.of("-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));
        }
        words.addAll(List.of(host, script));
        return words;
    }

    /** Starts a script of a Bourne shell there. */
    public Process start(String host, String script) throws IOException {
        return new ProcessBuilder(command(host, script)).start();
    }

    /**
     * Runs a script and waits for its end, or for {@code seconds}.
     *
     * @param input what it reads
     */
    public Ended run(String host, String script, Input input, long seconds) {
        try {
            Process process = start(host, script);
            Reader out = new Reader(process.getInputStream());
            Reader err = new Reader(process.getErrorStream());
            input.write(process);
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Ended(255, "", "no answer within " + seconds + " s");
            }
            return new Ended(process.exitValue(), out.text(), err.text());
        } catch (IOException cannot) {
            return new Ended(255, "", cannot.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ended(255, "", "interrupted");
        }
    }

    /** Writes what a command is to read, and closes its standard input. */
    @FunctionalInterface
    public interface Input {
        Input NOTHING = process -> process.getOutputStream().close();

        void write(Process process) throws IOException;
    }

    /** Reads to the end without holding up the process. */
    private static final class Reader {
        private final Thread thread;
        private volatile String text = "";

        Reader(InputStream stream) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        String text() throws InterruptedException {
            thread.join(TimeUnit.SECONDS.toMillis(2));
            return text;
        }
    }
}
