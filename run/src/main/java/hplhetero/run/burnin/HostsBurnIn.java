package hplhetero.run.burnin;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.HostRuns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The burn-in of all hosts: HPL on each alone, all at once; then messages between pairs of those that are left, and HPL over groups of
 * them.
 */
final class HostsBurnIn {
    private final List<HostLoop> loops;
    private final double seconds;
    private final Function<List<String>, Links> links;
    private final Function<List<HostRuns>, GroupSolver.Solved> groups;
    private final Thread owner = Thread.currentThread();
    /** Whether somebody wants the burn-in to end; guarded by this object. */
    private boolean stopped;
    /** Whether several hosts are being measured together; guarded by this object. */
    private boolean measuring;

    /**
     * Makes a burn-in that has not begun. The thread that calls this must also call {@link #run}.
     *
     * @param loops   the hosts
     * @param seconds for how long HPL runs
     * @param links   measures the links between hosts
     * @param groups  has groups of hosts solve HPL together
     */
    HostsBurnIn(List<HostLoop> loops, double seconds, Function<List<String>, Links> links,
            Function<List<HostRuns>, GroupSolver.Solved> groups) {
        this.loops = List.copyOf(loops);
        this.seconds = seconds;
        this.links = links;
        this.groups = groups;
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
     * Runs HPL on all hosts for the time, then measures hosts together, and returns all results.
     *
     * @param begins is told what begins, in words for people, before several hosts are measured together
     */
    BurnIn run(Consumer<String> begins) {
        Instant start = Instant.now();
        long begin = System.nanoTime();
        List<HostRuns> alone = onHosts(begin + (long) (1e9 * seconds));
        double took = (System.nanoTime() - begin) * 1e-9;
        Links found = together(alone, left -> {
            begins.accept("measuring messages");
            return links.apply(left.stream().map(HostRuns::host).toList());
        }, Links.NONE);
        List<HostRuns> linked = without(alone, found.lost());
        GroupSolver.Solved solved = together(linked, left -> {
            begins.accept("HPL over groups of hosts");
            return groups.apply(left);
        }, GroupSolver.Solved.NONE);
        return new BurnIn(start, took, without(linked, solved.lost()), found.pairs(), solved.groups());
    }

    /** Returns the hosts, of which some were lost after HPL had run on them alone. */
    private static List<HostRuns> without(List<HostRuns> hosts, Map<String, String> lost) {
        return hosts.stream().map(host -> lost.containsKey(host.host()) ? new HostRuns(host.host(), host.kind(), host.runs(),
                "after HPL: " + lost.get(host.host()), host.note()) : host).toList();
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

    /**
     * Measures the hosts that are left together.
     *
     * @param hosts   all hosts
     * @param measure measures some hosts together
     * @param nothing what is returned where fewer than two hosts are left, or the burn-in is to end
     */
    private <T> T together(List<HostRuns> hosts, Function<List<HostRuns>, T> measure, T nothing) {
        List<HostRuns> left = hosts.stream().filter(host -> host.end().isEmpty()).toList();
        synchronized (this) {
            if (stopped || left.size() < 2) {
                return nothing;
            }
            measuring = true;
        }
        try {
            return measure.apply(left);
        } catch (RuntimeException broken) {
            if (!isStopped()) {
                throw broken;
            }
            return nothing;
        } finally {
            synchronized (this) {
                measuring = false;
            }
            Thread.interrupted();
        }
    }
}
