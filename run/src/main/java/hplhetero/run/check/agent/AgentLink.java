package hplhetero.run.check.agent;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The checking side's end of the connection to one agent. Only one thread at a time may ask. */
final class AgentLink implements AutoCloseable {
    private static final long END_TIMEOUT_SECONDS = 3;
    /** Milliseconds to wait for what the remote shell said, which may come a little later than the end of the program's output. */
    private static final long ERROR_OUTPUT_DELAY_MILLIS = 500;

    private final Process process;
    private final BufferedWriter requests;
    /** Lines of the agent's output in order; an empty {@link Optional} marks the end of the output. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private final Thread errorReader;
    private volatile String lastError = "";

    /**
     * Begins to read the agent's output.
     *
     * @param process the process on this host through which the agent was started
     */
    AgentLink(Process process) throws IOException {
        this.process = process;
        requests = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        reader(process.getInputStream(), line -> lines.add(Optional.of(line)), () -> lines.add(Optional.empty()));
        errorReader = reader(process.getErrorStream(), line -> lastError = line.isBlank() ? lastError : line.strip(), () -> { });
    }

    /**
     * Starts a thread that reads a stream to its end. It is a platform thread, because reading from a process would hold the carrier of a
     * virtual one.
     */
    private static Thread reader(InputStream stream, Consumer<String> line, Runnable end) {
        return Thread.ofPlatform().daemon().start(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                reader.lines().forEach(line);
            } catch (IOException | UncheckedIOException closed) {
                // a closed stream counts as ended
            }
            end.run();
        });
    }

    /**
     * Waits for the agent's greeting.
     *
     * @param timeout longest time to wait
     * @throws AgentException when the agent does not start
     */
    AgentResponse.Hello hello(Duration timeout) throws InterruptedException {
        return answer(AgentResponse.Hello.class, timeout);
    }

    /**
     * Sends a request to the agent and waits for the answer.
     *
     * @param ask     the request
     * @param type    type of the answer expected
     * @param timeout longest time to wait for the answer
     * @throws AgentException when there is no answer, or it is {@link AgentResponse.Failed} and the caller did not ask for that type
     */
    <T extends AgentResponse> T ask(AgentRequest ask, Class<T> type, Duration timeout) throws InterruptedException {
        try {
            requests.write(Wire.line(ask) + "\n");
            requests.flush();
        } catch (IOException ended) {
            throw ended();
        }
        return answer(type, timeout);
    }

    private <T extends AgentResponse> T answer(Class<T> type, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            Optional<String> line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new AgentException("no answer within " + timeout.toSeconds() + " s" + (lastError.isEmpty() ? "" : " (" + lastError
                        + ")"));
            }
            AgentResponse answer = Wire.read(line.orElseThrow(this::ended), AgentResponse.class).orElse(null);
            if (type.isInstance(answer)) {
                return type.cast(answer);
            }
            if (answer instanceof AgentResponse.Failed failed) {
                throw new AgentException(failed.reason());
            }
        }
    }

    private AgentException ended() {
        try {
            errorReader.join(ERROR_OUTPUT_DELAY_MILLIS);
            String code = process.waitFor(ERROR_OUTPUT_DELAY_MILLIS, TimeUnit.MILLISECONDS) ? ", exit code " + process.exitValue() : "";
            return new AgentException(lastError.isEmpty() ? "ended without a word" + code : lastError);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AgentException("interrupted", e);
        }
    }

    /** Ends the agent by closing its input, and the shell by force where that does not help. */
    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException alreadyGone) {
            // the agent has ended already, so there is nobody to tell
        }
        try {
            if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroy();
        }
    }
}
