package hplhetero.hpl.calibrate;
import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.ClusterText;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.workers.WorkerPool;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Measures the ranks of a world and the links between them. Trailing updates and panels are those of a run, on matrices
 * that each rank has alone, at several sizes and two block sizes, on all ranks at once; wall time counts. One instance a
 * rank. Source: the papers' rule, shares in inverse proportion to the time of the update phase (Sasou, Matsuoka, Tatebe);
 * links by Hockney's model from ping-pong (Nanri, Sugiyama, Morie).
 */
public final class Calibration {
    /** More than this share of the median between repeats is worth telling. */
    public static final double LARGE_VARIATION = RankClasses.NOISE_SHARE;
    /** More ranks make a line that nobody reads. */
    private static final int MOST_RANKS_NAMED = 6;
    /** Of the time: the links' part. */
    private static final double LINK_TIME_SHARE = 0.15;
    /** Where there are several hosts, whose messages take longer, the links' part at least. */
    private static final double LEAST_NETWORK_SECONDS = 0.15;
    /** Of the links' part, where there are several hosts: which of them are at one site. */
    private static final double SITE_TIME_SHARE = 0.5;

    private final Communicator world;
    private final CalibrationCollectives ranks;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final CalibrationRequest request;
    private final Runnable warmUp;
    private final Consumer<String> progress;
    private final Clocks clocks;

    /**
     * What this rank tells time by, in nanoseconds from any moment.
     *
     * @param kernels  for updates and panels; read by this rank's thread
     * @param messages for ping-pong
     */
    record Clocks(LongSupplier kernels, LongSupplier messages) {
        static final Clocks WALL = new Clocks(System::nanoTime, System::nanoTime);
    }

    /**
     * @param kernels  this rank's
     * @param pool     this rank's workers, idle
     * @param warmUp   lets the compiler do its work before ranks are measured; collective
     * @param progress hears on rank 0 what is being done
     */
    public Calibration(Communicator world, DenseKernels kernels, WorkerPool pool, CalibrationRequest request, Runnable warmUp,
            Consumer<String> progress) {
        this(world, kernels, pool, request, warmUp, progress, Clocks.WALL);
    }

    /** @param clocks this rank's, such as those of an emulated network and of kernels that are slow in virtual time */
    Calibration(Communicator world, DenseKernels kernels, WorkerPool pool, CalibrationRequest request, Runnable warmUp,
            Consumer<String> progress, Clocks clocks) {
        this.world = world;
        this.ranks = new CalibrationCollectives(world);
        this.kernels = kernels;
        this.pool = pool;
        this.request = request;
        this.warmUp = warmUp;
        this.progress = progress;
        this.clocks = clocks;
    }

    /**
     * Why it had better be measured again: ranks with equal workers and peaks on one host were measured unlike, which is more often a
     * neighbour's doing than theirs. Empty where nothing speaks for it.
     */
    public static Optional<String> doubt(Cluster cluster) {
        return RankClasses.unlikeTwins(cluster.ranks()).map(twins -> twins + " are equal, but were measured unlike");
    }

    /**
     * The ranks that varied by more than {@link #LARGE_VARIATION} in their calmest repeats, and what follows from that. Empty where none
     * did.
     */
    public static Optional<String> variedRates(Cluster cluster) {
        List<RankProfile> varied = cluster.ranks().stream().filter(rank -> rank.variation() > LARGE_VARIATION)
                .sorted(Comparator.comparingDouble(RankProfile::variation).reversed()).toList();
        if (varied.isEmpty()) {
            return Optional.empty();
        }
        String first = varied.stream().limit(MOST_RANKS_NAMED).map(rank -> String.format(Locale.ROOT, "rank %d on %s varied by %.0f %%",
                rank.rank(), rank.host(),
                100 * rank.variation())).collect(Collectors.joining(", "));
        return Optional.of(first + (varied.size() > MOST_RANKS_NAMED ? " and " + (varied.size() - MOST_RANKS_NAMED) + " more" : "")
                + " between repeats: ranks whose rates differ by less cannot be told apart");
    }

    /** What a rank is, known before anything is measured. */
    private record RankFacts(String host, int workers, long hostMemoryBytes, Peak peak) {

        String text() {
            return String.join("\n", host, String.valueOf(workers), String.valueOf(hostMemoryBytes), String.valueOf(peak.gflops()),
                    peak.source());
        }

        static RankFacts of(String text) {
            String[] lines = text.split("\n", 5);
            return new RankFacts(lines[0], Integer.parseInt(lines[1]), Long.parseLong(lines[2]),
                    new Peak(Double.parseDouble(lines[3]), lines[4]));
        }
    }

    /**
     * What was measured earlier, where rank 0's store has it, else measured now and kept there. Memory and peaks are always
     * those of the requests, and links between hosts are measured always: another job may have gone to other places in the
     * network, or share it with others. Collective.
     *
     * @return the same on every rank
     */
    public Cluster run(ClusterStore store) {
        List<RankFacts> all = ranks.texts(new RankFacts(world.hostName(), pool.workers(), request.hostMemoryBytes(), request.peak()).text())
                .stream().map(RankFacts::of).toList();
        List<String> hosts = all.stream().map(RankFacts::host).toList();
        Optional<Cluster> known = known(store, all).map(cluster -> withFacts(cluster, all));
        if (known.isPresent()) {
            return numbered(hosts).contains(1) ? relinked(known.get(), hosts) : known.get();
        }
        Cluster measured = measured(all, hosts);
        if (ranks.rank() == 0) {
            store.keep(hosts, measured);
        }
        return measured;
    }

    /** What rank 0's store has of these ranks with these workers. */
    private Optional<Cluster> known(ClusterStore store, List<RankFacts> all) {
        List<Integer> workers = all.stream().map(RankFacts::workers).toList();
        String mine = ranks.rank() > 0 ? "" : store.find(all.stream().map(RankFacts::host).toList())
                .filter(c -> c.ranks().stream().map(RankProfile::workers).toList().equals(workers)).map(ClusterText::send).orElse("");
        return ClusterText.receive(ranks.texts(mine).getFirst());
    }

    private static Cluster withFacts(Cluster cluster, List<RankFacts> all) {
        return new Cluster(cluster.ranks().stream().map(r -> new RankProfile(r.rank(), r.host(), r.workers(), r.update(), r.panel(),
                memory(all, r.rank()), all.get(r.rank()).peak, r.variation())).toList(), cluster.network(), cluster.origin());
    }

    /** The ranks of a host share its memory evenly. */
    private static long memory(List<RankFacts> all, int rank) {
        RankFacts self = all.get(rank);
        long there = all.stream().filter(s -> s.host.equals(self.host)).count();
        return self.hostMemoryBytes == Long.MAX_VALUE ? Long.MAX_VALUE : self.hostMemoryBytes / there;
    }

    private Cluster measured(List<RankFacts> all, List<String> hosts) {
        RankFacts self = all.get(ranks.rank());
        boolean alone = ranks.size() == 1;
        tell("warming up");
        warmUp.run();
        RankProbe.Outcome mine = new RankProbe(ranks, kernels, pool, request, memory(all, ranks.rank()), progress, clocks.kernels)
                .measure(request.seconds() * (alone ? 1 : 1 - LINK_TIME_SHARE));
        if (!alone) {
            tell("measuring links");
        }
        return linked(new RankProfile(ranks.rank(), self.host, self.workers, mine.update(), mine.panel(), memory(all, ranks.rank()),
                self.peak,
                mine.variation()), "measured " + Instant.now().truncatedTo(ChronoUnit.SECONDS), hosts);
    }

    private void tell(String what) {
        if (ranks.rank() == 0) {
            progress.accept(what);
        }
    }

    /** Ranks that are known, with new links. In a fresh process the first numbers are wrong, by a factor of 8 and more. */
    private Cluster relinked(Cluster known, List<String> hosts) {
        RankProfile mine = known.ranks().get(ranks.rank());
        linked(mine, known.origin(), hosts);
        return linked(mine, known.origin(), hosts);
    }

    /** All ranks, of which each knows itself, with the links between them, which are measured. */
    private Cluster linked(RankProfile mine, String origin, List<String> hosts) {
        List<Integer> hostOf = numbered(hosts);
        double seconds = Math.max(request.seconds() * LINK_TIME_SHARE, hostOf.contains(1) ? LEAST_NETWORK_SECONDS : 0);
        List<Integer> siteOf = new SiteProbe(world, hostOf, clocks.messages).measure(seconds * SITE_TIME_SHARE);
        Map<PairClass, PairCost> links = new LinkProbe(world, hostOf, siteOf, clocks.messages).measure(seconds * (1 - SITE_TIME_SHARE));
        RankProfile alone = new RankProfile(0, mine.host(), mine.workers(), mine.update(), mine.panel(), mine.memoryBytes(), mine.peak(),
                mine.variation());
        return gathered(new Cluster(List.of(alone), new Network(links, List.of(0), List.of(0)), origin), hostOf, siteOf);
    }

    private static List<Integer> numbered(List<String> hosts) {
        List<String> distinct = hosts.stream().distinct().toList();
        return hosts.stream().map(distinct::indexOf).toList();
    }

    /** @param mine this rank alone, as number 0, with the links it has measured */
    private Cluster gathered(Cluster mine, List<Integer> hostOf, List<Integer> siteOf) {
        List<Cluster> singles = ranks.texts(ClusterText.send(mine)).stream().map(t -> ClusterText.receive(t).orElseThrow()).toList();
        List<RankProfile> profiles = new ArrayList<>();
        Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
        for (int r = 0; r < singles.size(); r++) {
            RankProfile p = singles.get(r).ranks().getFirst();
            profiles.add(new RankProfile(r, p.host(), p.workers(), p.update(), p.panel(), p.memoryBytes(), p.peak(), p.variation()));
        }
        for (PairClass kind : PairClass.values()) {
            List<PairCost> measured = singles.stream().map(c -> c.network().links().get(kind)).filter(c -> c != null).toList();
            if (!measured.isEmpty()) {
                links.put(kind, new PairCost(median(measured, PairCost::latency), median(measured, PairCost::secondsPerByte),
                        median(measured, PairCost::swapPerByte)));
            }
        }
        return new Cluster(RankClasses.alike(profiles, Collections.max(request.nbs()), 1), new Network(links, hostOf, siteOf),
                singles.getFirst().origin());
    }

    private static double median(List<PairCost> links, Function<PairCost, Double> of) {
        return CostFit.median(links.stream().map(of).toList());
    }
}
