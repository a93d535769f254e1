package hplhetero.run.burnin;

import hplhetero.results.Sweep;
import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.GroupSolve;
import hplhetero.results.burnin.GroupVerdict;
import hplhetero.results.burnin.HostRun;
import hplhetero.results.burnin.HostRuns;
import hplhetero.results.burnin.Verdicts;
import hplhetero.run.check.agent.HostShell;
import hplhetero.run.launch.HostList;
import hplhetero.run.terminal.StandardError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Has groups of hosts solve HPL together. Each group is a job of its own, with one rank on each host; this host starts the ranks by the
 * remote shell, and they exchange messages by LLC. The groups of a round run at once.
 *
 * @param shell   starts hpl on this host
 * @param answers tells whether the remote shell reaches a host
 * @param options returns further arguments of hpl for a group of hosts
 * @param seconds for how long HPL has run on each host alone
 */
record GroupSolver(HostShell shell, Predicate<String> answers, Function<List<String>, List<String>> options, double seconds) {
    /** The time of three rounds of groups, without the starts of their processes, as a share of the time of HPL on each host alone. */
    private static final double PART = 0.05;
    private static final double LEAST_SECONDS = 1;
    private static final double MOST_SECONDS = 30;
    /** The number of runs that a group does in its time. */
    private static final double RUNS = 4;
    /** The most groups at once: each has a process on this host, which takes some 80 MB. */
    private static final int MOST_AT_ONCE = 64;
    private static final int LEAST_N = 200;

    /**
     * What groups of hosts have done.
     *
     * @param groups the groups that ran, in order
     * @param lost   why hosts do not answer any more, by host
     */
    record Solved(List<GroupSolve> groups, Map<String, String> lost) {
        /** The result where no groups ran. */
        static final Solved NONE = new Solved(List.of(), Map.of());
    }

    /** The listener of a group, which prints nothing but the failure of the group. */
    private static final class News implements HostNews {
        @Override
        public void finished(String host, Sweep sweep) {
            // the table of groups has the results
        }

        @Override
        public void lost(String host, String why) {
            StandardError.say("HPL over " + host + ": " + why);
        }
    }

    /**
     * Runs the groups. Those that are slower than others run once more, and the faster of both runs counts: a bad link is slow again.
     *
     * @param hosts  the hosts that are left, with their runs alone
     * @param groups makes groups of hosts
     * @return what they have done; only what was done so far where this thread is interrupted
     */
    Solved run(List<HostRuns> hosts, Function<List<HostRuns>, GroupRounds> groups) {
        Map<String, HostRuns> byName = hosts.stream().filter(host -> Double.isFinite(host.gflops()))
                .collect(Collectors.toMap(HostRuns::host, host -> host, (one, other) -> one, LinkedHashMap::new));
        if (byName.size() < 2 || groups.apply(List.copyOf(byName.values())).rounds().isEmpty()) {
            return Solved.NONE;
        }
        List<GroupSolve> solved = new ArrayList<>();
        Map<String, String> lost = new LinkedHashMap<>();
        try {
            unreached(List.copyOf(byName.keySet())).forEach(host -> {
                StandardError.say(host + ": takes no part in groups, because the remote shell does not reach it from here");
                byName.remove(host);
            });
            run(groups.apply(List.copyOf(byName.values())), byName, solved, lost);
            List<GroupSolve> again = new ArrayList<>();
            run(GroupRounds.apart(slow(hosts, solved)), byName, again, lost);
            solved.replaceAll(first -> again.stream().filter(second -> second.hosts().equals(first.hosts())
                    && second.gflops() > first.gflops()).findFirst().orElse(first));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return new Solved(solved, lost);
    }

    private void run(GroupRounds rounds, Map<String, HostRuns> hosts, List<GroupSolve> solved, Map<String, String> lost)
            throws InterruptedException {
        double each = Math.clamp(PART * seconds / GroupRounds.MOST_ROUNDS, LEAST_SECONDS, MOST_SECONDS);
        for (List<List<String>> atOnce : rounds.rounds().stream().flatMap(round -> cut(round).stream()).toList()) {
            List<List<String>> alive = atOnce.stream().filter(group -> group.stream().noneMatch(lost::containsKey)).toList();
            List<GroupSolve> done = atOnce(alive, hosts, each);
            solved.addAll(done);
            unreached(done.stream().filter(group -> !group.problem().isEmpty()).flatMap(group -> group.hosts().stream()).toList())
                    .forEach(host -> lost.put(host, "it does not answer any more"));
        }
    }

    /** Returns the hosts of the groups that are slower than others. */
    private static List<List<String>> slow(List<HostRuns> hosts, List<GroupSolve> solved) {
        return Verdicts.of(new BurnIn(Instant.EPOCH, 0, hosts, List.of(), solved)).groups().stream()
                .filter(group -> group.outcome() == GroupVerdict.Outcome.SLOW).map(group -> group.solve().hosts()).toList();
    }

    private List<String> unreached(List<String> hosts) throws InterruptedException {
        List<String> unreached = hosts.parallelStream().filter(answers.negate()).toList();
        if (Thread.interrupted()) {
            throw new InterruptedException("while hosts were asked");
        }
        return unreached;
    }

    private static List<List<List<String>>> cut(List<List<String>> round) {
        List<List<List<String>>> parts = new ArrayList<>();
        for (int i = 0; i < round.size(); i += MOST_AT_ONCE) {
            parts.add(round.subList(i, Math.min(round.size(), i + MOST_AT_ONCE)));
        }
        return parts;
    }

    private List<GroupSolve> atOnce(List<List<String>> groups, Map<String, HostRuns> hosts, double each) throws InterruptedException {
        List<GroupSolve> solved = new ArrayList<>();
        ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().name("group ", 0).factory());
        try {
            List<Future<GroupSolve>> pending = groups.stream().map(group -> threads.submit(() -> solved(group, hosts, each))).toList();
            for (Future<GroupSolve> one : pending) {
                solved.add(one.get());
            }
            return solved;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
            threads.close();
        }
    }

    private GroupSolve solved(List<String> group, Map<String, HostRuns> hosts, double each) throws InterruptedException {
        Predicate<String> all = ignored -> group.stream().allMatch(answers);
        // the process of a group is on this host, and the ranks end when this process ends
        HostAccess access = new HostAccess(shell, all, (name, script) -> { });
        HostLoop loop = new HostLoop(String.join("-", group), words(group, order(group, hosts, each / RUNS)), access, Patience.of(each),
                new News(), HostLoop.Subject.GROUP, System::nanoTime);
        return GroupSolve.of(group, loop.run(System.nanoTime() + (long) (1e9 * each)));
    }

    private List<String> words(List<String> group, int n) {
        int size = group.size();
        int rows = (int) Math.sqrt(size);
        while (size % rows != 0) {
            rows--;
        }
        SequencedMap<String, Integer> ranks = new LinkedHashMap<>();
        group.forEach(host -> ranks.put(host, 1));
        // the same algorithms everywhere, so that groups can be compared
        List<String> words = new ArrayList<>(List.of(BurnInCommand.ON_HOST, "--hosts", new HostList(ranks).text(), "--launcher", "llc",
                "-N", String.valueOf(n), "-P", String.valueOf(rows), "-Q", String.valueOf(size / rows), "--bcast", "1ringM", "--swap",
                "mix"));
        words.addAll(options.apply(group));
        return words;
    }

    /**
     * Returns the order of the matrix of a group: one that takes some seconds if messages take no time, and that fits into the memory of
     * its hosts, as their own matrices did. It is that of the median host of the slowest kind, so it is the same for groups of the same
     * kinds.
     */
    static int order(List<String> group, Map<String, HostRuns> hosts, double seconds) {
        double rate = Double.POSITIVE_INFINITY;
        double own = Double.POSITIVE_INFINITY;
        for (String kind : group.stream().map(host -> hosts.get(host).kind()).distinct().toList()) {
            List<HostRuns> alike = hosts.values().stream().filter(host -> host.kind().equals(kind)).toList();
            rate = Math.min(rate, middle(alike.stream().mapToDouble(HostRuns::gflops).sorted().toArray()));
            own = Math.min(own, alike.stream().flatMap(host -> host.runs().stream()).mapToInt(HostRun::n).min().orElseThrow());
        }
        return (int) Math.max(LEAST_N, Math.min(Math.cbrt(1.5e9 * group.size() * rate * seconds), own * Math.sqrt(group.size())));
    }

    private static double middle(double[] sorted) {
        return sorted[sorted.length / 2];
    }
}
