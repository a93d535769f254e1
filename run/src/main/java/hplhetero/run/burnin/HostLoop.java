package hplhetero.run.burnin;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.Sweep;
import hplhetero.results.burnin.HostRun;
import hplhetero.results.burnin.HostRuns;
import hplhetero.results.json.JsonFormatException;
import hplhetero.run.check.agent.UnusableHostException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The burn-in of one host: one process there runs HPL again and again and sends each result. The loop ends with the time of the burn-in, or
 * when the host is given up: it cannot be reached, its process ends, or no result comes for too long. Owner: the thread that calls
 * {@link #run}.
 */
final class HostLoop {
    /**
     * At the end of the burn-in a host is asked whether it lives if it has been silent for this many times as long as its longest silence
     * before.
     */
    private static final double UNUSUAL = 1.5;
    /** A host that has been silent for less than the least patience divided by this number is not asked whether it lives. */
    private static final int FEW = 10;
    private static final int SIGNALS = 128;
    /** The exit code of ssh where the connection, not the command, has failed. */
    private static final int NO_CONNECTION = 255;

    private final String host;
    private final Subject subject;
    private final List<String> words;
    private final HostAccess access;
    private final Patience patience;
    private final HostNews news;
    private final LongSupplier nanoTime;
    /** What the process has said, and the wish of another thread that the loop ends. */
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<HostRun> runs = new ArrayList<>();
    private String kind = "";
    private String note = "";
    /** The process on the host, where it has told which one it is. */
    private Optional<ProcessMark> mark = Optional.empty();
    /** The last line of the process on standard error; written by the thread that reads it. */
    private volatile String said = "";
    /** The thread that reads what the process writes to standard error. */
    private Thread listener;

    /** The words by which messages name what runs HPL. */
    enum Subject {
        /** One host, on which the process runs. */
        HOST("though the host answers", "and the host does not answer any more"),
        /** A group of hosts that solve HPL together. */
        GROUP("though its hosts answer", "and not all of its hosts answer any more");

        private final String alive;
        private final String gone;

        Subject(String alive, String gone) {
            this.alive = alive;
            this.gone = gone;
        }
    }

    /** Something that the loop waits for. */
    private sealed interface Event {
        /** A line of the process. */
        record Line(String text) implements Event {
        }

        /** The end of the output of the process. */
        record Ended() implements Event {
        }

        /** The request of another thread that the loop ends. */
        record Stop() implements Event {
        }
    }

    /**
     * Makes the loop of one host, which has not begun.
     *
     * @param host     the host
     * @param words    arguments of hpl on the host
     * @param access   the way to the host
     * @param patience how long the host may be silent, and its process may take to end
     * @param news     is told of each result, and when the host is given up
     */
    HostLoop(String host, List<String> words, HostAccess access, Patience patience, HostNews news) {
        this(host, words, access, patience, news, Subject.HOST, System::nanoTime);
    }

    /**
     * Makes the loop of one host, or of several hosts whose ranks one process starts.
     *
     * @param host     the host, or the name of the group
     * @param words    arguments of hpl
     * @param access   the way to the host, or to all hosts of the group at once
     * @param patience how long the host or group may be silent, and its process may take to end
     * @param news     is told of each result, and when the host or group is given up
     * @param subject  what runs HPL
     * @param nanoTime the clock by which the host is silent and the time is over, in nanoseconds
     */
    HostLoop(String host, List<String> words, HostAccess access, Patience patience, HostNews news, Subject subject,
            LongSupplier nanoTime) {
        this.host = host;
        this.subject = subject;
        this.words = List.copyOf(words);
        this.access = access;
        this.patience = patience;
        this.news = news;
        this.nanoTime = nanoTime;
    }

    /** Ends the loop soon. May be called from any thread. */
    void stop() {
        events.add(new Event.Stop());
    }

    /**
     * Runs HPL on the host until the time is over, or the host is given up. A host that has no result by then goes on until its first one.
     *
     * @param end when the time is over, by the loop's clock
     * @return the results, with the reason why the host was given up, where it was
     */
    HostRuns run(long end) throws InterruptedException {
        String why = lived(end);
        if (!why.isEmpty()) {
            news.lost(host, why);
        }
        return new HostRuns(host, kind, runs, why, note);
    }

    /** Returns why the host was given up; empty where it was not. */
    private String lived(long end) throws InterruptedException {
        Process process;
        try {
            process = access.shell().start(host, words);
        } catch (UnusableHostException lacking) {
            return lacking.getMessage() + ": " + lacking.remedy();
        } catch (IOException cannot) {
            return String.valueOf(cannot.getMessage());
        }
        try {
            read(process.getInputStream(), true);
            listener = read(process.getErrorStream(), false);
            return heard(process, end);
        } catch (JsonFormatException garbled) {
            return garbled.getMessage();
        } finally {
            close(process);
        }
    }

    private String heard(Process process, long end) throws InterruptedException, JsonFormatException {
        long last = nanoTime.getAsLong();
        double longest = 0;
        while (true) {
            double silent = seconds(last);
            double limit = patience.seconds(runs.size(), longest);
            double left = runs.isEmpty() ? limit - silent : Math.min(limit - silent, -seconds(end));
            Event event = events.poll((long) (1e9 * Math.max(0, left)), TimeUnit.NANOSECONDS);
            switch (event) {
                case null -> {
                    boolean tooLong = runs.isEmpty() || seconds(end) < 0;
                    boolean unusual = seconds(last) > UNUSUAL * longest && seconds(last) > patience.leastSeconds() / FEW;
                    return tooLong || unusual && !access.answers().test(host) ? silence(seconds(last)) : "";
                }
                case Event.Stop ignored -> {
                    return "";
                }
                case Event.Ended ignored -> {
                    return isStopped() ? "" : death(process);
                }
                case Event.Line line -> {
                    mark = mark.or(() -> ProcessMark.read(line.text()));
                    Optional<Sweep> sweep = ResultLines.read(host, line.text());
                    if (sweep.isPresent()) {
                        CaseResult result = sweep.get().tests().getLast().result();
                        if (result.status() == CheckStatus.SKIPPED) {
                            return "HPL cannot run: " + result.note();
                        }
                        longest = runs.size() < 2 ? seconds(last) : Math.max(longest, seconds(last));
                        last = nanoTime.getAsLong();
                        kind = HostRecords.kind(sweep.get().run());
                        note = ResultLines.note(sweep.get().run());
                        runs.add(HostRecords.run(result));
                        news.finished(host, sweep.get());
                        if (seconds(end) >= 0) {
                            return "";
                        }
                    }
                }
            }
        }
    }

    /** Returns the seconds that have passed since a time of the clock; negative where it is still to come. */
    private double seconds(long since) {
        return (nanoTime.getAsLong() - since) * 1e-9;
    }

    /** Returns whether the whole burn-in ends, as it does by Ctrl-C, which a terminal sends to the processes of hosts too. */
    private boolean isStopped() throws InterruptedException {
        return events.poll((long) (1e9 * patience.stopSeconds()), TimeUnit.NANOSECONDS) instanceof Event.Stop;
    }

    private String silence(double seconds) {
        String usual = runs.isEmpty() ? "no result at all" : String.format(Locale.ROOT, "no further result after %d", runs.size());
        return String.format(Locale.ROOT, "%s for %.0f s, %s", usual, seconds, state());
    }

    private String death(Process process) throws InterruptedException {
        ended(process);
        listener.join(Duration.ofNanos((long) (1e9 * patience.endSeconds())));
        int code = process.isAlive() ? NO_CONNECTION : process.exitValue();
        if (code > SIGNALS && code < NO_CONNECTION) {
            return "HPL was ended by signal " + (code - SIGNALS) + ", " + state();
        }
        return (code == NO_CONNECTION ? "the connection ended" : "HPL ended with exit code " + code) + (said.isEmpty() ? "" : " (" + said
                + ")") + ", " + state();
    }

    private String state() {
        return access.answers().test(host) ? subject.alive : subject.gone;
    }

    private Thread read(InputStream from, boolean results) {
        return Thread.ofPlatform().daemon().name((results ? "results of " : "messages of ") + host).start(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (results) {
                        events.add(new Event.Line(line));
                    } else if (!line.isBlank()) {
                        said = line.strip().replaceFirst("^hpl: ", "");
                    }
                }
            } catch (IOException closed) {
                System.getLogger(HostLoop.class.getName()).log(System.Logger.Level.DEBUG, host, closed);
            }
            if (results) {
                events.add(new Event.Ended());
            }
        });
    }

    /** Returns whether the process ends in the time that it has for it. */
    private boolean ended(Process process) throws InterruptedException {
        return process.waitFor((long) (1e9 * patience.endSeconds()), TimeUnit.NANOSECONDS);
    }

    /** Ends the process. It ends by itself when its input does, also on another host; one that hangs is killed there. */
    private void close(Process process) throws InterruptedException {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            System.getLogger(HostLoop.class.getName()).log(System.Logger.Level.DEBUG, "closed", gone);
        }
        if (!ended(process)) {
            process.destroyForcibly();
            mark.ifPresent(its -> access.script().accept(host, its.killing()));
        }
    }
}
