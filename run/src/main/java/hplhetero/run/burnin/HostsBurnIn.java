package hplhetero.run.burnin;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.HostRuns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** The burn-in of all hosts: HPL on each alone, all at once, and then the links between those that are left. */
final class HostsBurnIn {
    private final List<HostLoop> loops;
    private final double seconds;
    private final Function<List<String>, Links> links;
    private final Thread owner = Thread.currentThread();
    /** Whether somebody wants the burn-in to end; guarded by this object. */
    private boolean stopped;
    /** Whether links are being measured; guarded by this object. */
    private boolean measuring;

    /**
     * Makes a burn-in that has not begun. The thread that calls this must also call {@link #run}.
     *
     * @param loops   the hosts
     * @param seconds for how long HPL runs
     * @param links   measures the links between hosts
     */
    HostsBurnIn(List<HostLoop> loops, double seconds, Function<List<String>, Links> links) {
        this.loops = List.copyOf(loops);
        this.seconds = seconds;
        this.links = links;
    }

    /** Ends the burn-in soon, with what it has measured so far. May be called from any thread. */
    synchronized void stop() {
        stopped = true;
        loops.forEach(HostLoop::stop);
        if (measuring) {
            owner.interrupt();
        }
    }

    /** Returns whether somebody has ended the burn-in before its time. */
    synchronized boolean isStopped() {
        return stopped;
    }

    /**
     * Runs HPL on all hosts for the time, then measures links, and returns all results.
     *
     * @param linksBegin is called before links are measured
     */
    BurnIn run(Runnable linksBegin) {
        Instant start = Instant.now();
        long begin = System.nanoTime();
        List<HostRuns> hosts = onHosts(begin + (long) (1e9 * seconds));
        double took = (System.nanoTime() - begin) * 1e-9;
        List<String> left = hosts.stream().filter(host -> host.end().isEmpty()).map(HostRuns::host).toList();
        Links found = left.size() > 1 ? between(left, linksBegin) : Links.NONE;
        return new BurnIn(start, took, hosts.stream().map(host -> found.lost().containsKey(host.host()) ? new HostRuns(host.host(),
                host.kind(), host.runs(), "after HPL: " + found.lost().get(host.host())) : host).toList(), found.pairs());
    }

    private List<HostRuns> onHosts(long end) {
        List<HostRuns> hosts = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().name("host ", 0).factory())) {
            List<Future<HostRuns>> pending = loops.stream().map(loop -> threads.submit(() -> loop.run(end))).toList();
            for (Future<HostRuns> one : pending) {
                hosts.add(one.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while HPL ran", e);
        }
        return hosts;
    }

    private Links between(List<String> hosts, Runnable begins) {
        synchronized (this) {
            if (stopped) {
                return Links.NONE;
            }
            measuring = true;
        }
        begins.run();
        try {
            return links.apply(hosts);
        } catch (RuntimeException broken) {
            if (!isStopped()) {
                throw broken;
            }
            return Links.NONE;
        } finally {
            synchronized (this) {
                measuring = false;
            }
            Thread.interrupted();
        }
    }
}
