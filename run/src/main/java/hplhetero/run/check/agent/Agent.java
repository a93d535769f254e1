package hplhetero.run.check.agent;

import hplhetero.blas.select.BlasOptions;
import hplhetero.run.facts.HostProbe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The process on each host that answers what it is asked, until nobody can ask any more.
 *
 * @param probe   inspects the host
 * @param kernels how kernels are chosen
 */
public record Agent(HostProbe probe, BlasOptions kernels) {
    /**
     * Milliseconds without a request after which the agent ends: whoever started it has been cut off without its connection being closed.
     */
    private static final long IDLE_LIMIT_MILLIS = 600_000;

    /**
     * Answers requests until {@code in} ends. Says first by which port other hosts can reach this one. Each request and each answer is one
     * line: the mark of this program, then JSON. Lines without the mark are passed over. Work that is unfinished when {@code in} ends is
     * left to the end of the process.
     *
     * @param in  the requests of the checking process, as UTF-8 text
     * @param out where the answers go, in the order of the requests
     * @throws IOException when the requests cannot be read, or no port can be opened
     */
    public void serve(InputStream in, PrintStream out) throws IOException {
        ExecutorService worker = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("agent").factory());
        try (PeerServer server = new PeerServer(); BufferedReader lines = new BufferedReader(new InputStreamReader(in,
                StandardCharsets.UTF_8))) {
            say(out, new AgentResponse.Hello(server.identity(), server.port()));
            IdleWatch idleWatch = new IdleWatch();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                idleWatch.heard();
                String requestLine = line;
                worker.execute(() -> Wire.read(requestLine, AgentRequest.class).ifPresent(request -> say(out, answer(request))));
            }
        } finally {
            worker.shutdownNow();
        }
    }

    private static void say(PrintStream out, AgentResponse answer) {
        out.print(Wire.line(answer) + "\n");
        out.flush();
    }

    private AgentResponse answer(AgentRequest request) {
        try {
            return switch (request) {
                case AgentRequest.Look look -> new AgentResponse.Facts(probe.look(look.rates() ? Optional.of(kernels) : Optional.empty()));
                case AgentRequest.Clock ignored -> new AgentResponse.Time(System.currentTimeMillis());
                case AgentRequest.Try all -> new AgentResponse.Tried(PeerProbe.tryAll(all.peers(), all.millis()));
                case AgentRequest.Measure measure -> PeerProbe.measure(measure.peer(), InetAddress.ofLiteral(measure.address()));
            };
        } catch (IOException | RuntimeException e) {
            return new AgentResponse.Failed(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AgentResponse.Failed("interrupted");
        }
    }

    /** A watch that ends the process when nobody has talked to it for a long time. */
    private static final class IdleWatch {
        /** Time of the last request, in nanoseconds. */
        private volatile long last = System.nanoTime();

        /** Begins to watch, in a daemon thread. */
        IdleWatch() {
            Thread.ofPlatform().daemon().name("idle watch").start(this::watch);
        }

        /** Notes that a request has come, so that the time without requests counts anew. */
        void heard() {
            last = System.nanoTime();
        }

        private void watch() {
            try {
                while ((System.nanoTime() - last) / 1_000_000 < IDLE_LIMIT_MILLIS) {
                    Thread.sleep(IDLE_LIMIT_MILLIS / 10);
                }
                Runtime.getRuntime().halt(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
