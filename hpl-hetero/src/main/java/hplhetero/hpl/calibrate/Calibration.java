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
import hplhetero.hpl.pfact.place.PanelPlaces;
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
 * The measurement of the ranks of a world and of the links between them. Trailing updates and panels are measured as a run does them, on
 * matrices that each rank has alone, at several sizes and two block sizes, on all ranks at once. Wall time counts. Each rank has one
 * instance. Source: shares in inverse proportion to the time of the update phase (Sasou, Matsuoka, Tatebe); links by Hockney's model from
 * ping-pong (Nanri, Sugiyama, Morie).
 */
public final class Calibration {
    /** Variation between a rank's repeats, as a share of their median, above which a rank is reported as varied. */
    public static final double LARGE_VARIATION = RankClasses.NOISE_SHARE;
    /** Number of varied ranks that a message names at most: a longer line would not be read. */
    private static final int MOST_RANKS_NAMED = 6;
    /** Share of the calibration's time that is for measuring links. */
    private static final double LINK_TIME_SHARE = 0.15;
    /** Least seconds for measuring links where ranks sit on several hosts, whose messages take longer. */
    private static final double LEAST_NETWORK_SECONDS = 0.15;
    /** Share of the time for links that is for finding which hosts are at one site. */
    private static final double SITE_TIME_SHARE = 0.5;
    /** Number of glances that must agree that ranks have changed. */
    private static final int MOST_GLANCES = 2;

    private final Communicator world;
    private final CalibrationCollectives ranks;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final PanelPlaces panels;
    private final CalibrationRequest request;
    private final Runnable warmUp;
    private final Consumer<String> progress;
    private final Clocks clocks;

    /**
     * Clocks by which this rank measures, in nanoseconds from an arbitrary origin.
     *
     * @param kernels  clock for updates and panels; read by this rank's thread
     * @param messages clock for ping-pong messages
     */
    record Clocks(LongSupplier kernels, LongSupplier messages) {
        static final Clocks WALL = new Clocks(System::nanoTime, System::nanoTime);
    }

    /**
     * Creates a calibration that measures by wall time.
     *
     * @param world    communicator of all ranks to measure
     * @param kernels  this rank's kernels
     * @param pool     this rank's workers, idle
     * @param panels   the choice of who factors this rank's panels
     * @param request  what to measure, and for how long
     * @param warmUp   lets the compiler do its work before ranks are measured; collective
     * @param progress hears on rank 0 what is being done
     */
    public Calibration(Communicator world, DenseKernels kernels, WorkerPool pool, PanelPlaces panels, CalibrationRequest request,
            Runnable warmUp, Consumer<String> progress) {
        this(world, kernels, pool, panels, request, warmUp, progress, Clocks.WALL);
    }

    /**
     * Creates a calibration that measures by other clocks than wall time.
     *
     * @param clocks this rank's clocks, such as the clock of an emulated network and the clock of kernels that are slow in virtual time
     */
    Calibration(Communicator world, DenseKernels kernels, WorkerPool pool, CalibrationRequest request, Runnable warmUp,
            Consumer<String> progress, Clocks clocks) {
        this(world, kernels, pool, new PanelPlaces(kernels, pool, clocks.kernels), request, warmUp, progress, clocks);
    }

    private Calibration(Communicator world, DenseKernels kernels, WorkerPool pool, PanelPlaces panels, CalibrationRequest request,
            Runnable warmUp, Consumer<String> progress, Clocks clocks) {
        this.panels = panels;
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
     * Returns why the cluster had better be measured again: ranks with equal workers and peaks on one host were measured unlike. A
     * neighbouring program causes such a difference more often than the ranks do. Returns empty where no ranks differ so.
     */
    public static Optional<String> doubt(Cluster cluster) {
        return RankClasses.unequalPeers(cluster.ranks()).map(peers -> peers + " are equal, but their measured rates differ");
    }

    /**
     * Returns a sentence that names the ranks whose measured rates varied between repeats by more than {@link #LARGE_VARIATION}, and says
     * what follows. Returns empty where no rank varied so much.
     *
     * @param cluster the ranks, as measured
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

    /** The facts about a rank that are known before anything is measured. */
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
     * Returns the cluster from rank 0's store where the store has one with these hosts, and with as many worker threads on each rank;
     * otherwise measures the cluster and keeps it there. The memory and the peak of each rank are never taken from the store, but always
     * from the {@link CalibrationRequest} that the rank's calibration was made with. Links are measured anew where ranks sit on several
     * hosts: another job may have gone to other places in the network, or share the network with others. A short calibration glances at
     * all ranks before it takes what the store has, and measures them where they no longer compare as they did. Collective.
     *
     * @param store earlier measurements; asked on rank 0 only
     * @return the cluster, equal on every rank
     */
    public Cluster run(ClusterStore store) {
        List<RankFacts> all = ranks.texts(new RankFacts(world.hostName(), pool.workers(), request.hostMemoryBytes(), request.peak()).text())
                .stream().map(RankFacts::of).toList();
        List<String> hosts = all.stream().map(RankFacts::host).toList();
        Optional<Cluster> known = known(store, all).map(cluster -> withFacts(cluster, all));
        if (known.isPresent() && holds(known.get(), all)) {
            return numbered(hosts).contains(1) ? relinked(known.get(), hosts) : known.get();
        }
        Cluster measured = measured(all, hosts);
        if (ranks.rank() == 0) {
            store.keep(hosts, measured);
        }
        return measured;
    }

    /**
     * Returns on every rank the cluster that rank 0's store has for these hosts, or empty unless its ranks have as many workers as these.
     */
    private Optional<Cluster> known(ClusterStore store, List<RankFacts> all) {
        List<Integer> workers = all.stream().map(RankFacts::workers).toList();
        String mine = ranks.rank() > 0 ? "" : store.find(all.stream().map(RankFacts::host).toList())
                .filter(c -> c.ranks().stream().map(RankProfile::workers).toList().equals(workers)).map(ClusterText::send).orElse("");
        return ClusterText.receive(ranks.texts(mine).getFirst());
    }

    /**
     * Returns whether ranks still compare as they did when the known cluster was measured. A change must show in two glances, because
     * another program may have run beside one rank for a moment. Takes the known cluster as it is where it has one rank, or where a
     * thorough calibration was asked for. Collective.
     */
    private boolean holds(Cluster known, List<RankFacts> all) {
        if (request.time().effort() == Effort.THOROUGH || known.size() == 1) {
            return true;
        }
        warmUp.run();
        RankProbe probe = probe(all);
        Optional<String> change = Optional.empty();
        for (int look = 0; look < MOST_GLANCES; look++) {
            List<String> glances = ranks.texts(probe.glance(known.ranks()).text());
            change = Glance.change(known.ranks(), glances.stream().map(Glance::parse).toList());
            if (change.isEmpty()) {
                return true;
            }
        }
        tell(change.get() + ": measuring again");
        return false;
    }

    private RankProbe probe(List<RankFacts> all) {
        return new RankProbe(ranks, world.hostName(), kernels, pool, panels, request, memory(all, ranks.rank()), progress, clocks.kernels);
    }

    private static Cluster withFacts(Cluster cluster, List<RankFacts> all) {
        return new Cluster(cluster.ranks().stream().map(r -> r.with(memory(all, r.rank()), all.get(r.rank()).peak)).toList(),
                cluster.network(), cluster.origin());
    }

    /** Returns the bytes that a rank may use: the ranks of a host share the host's memory evenly. */
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
        RankProbe.Outcome mine = probe(all).measure(request.time().seconds() * (alone ? 1 : 1 - LINK_TIME_SHARE));
        if (!alone) {
            tell("measuring links");
        }
        String how = request.time().effort() == Effort.SHORT ? "measured briefly " : "measured ";
        return linked(new RankProfile(ranks.rank(), self.host, self.workers, mine.update(), mine.panel(), memory(all, ranks.rank()),
                self.peak, mine.variation(), mine.device()), how + Instant.now().truncatedTo(ChronoUnit.SECONDS), hosts);
    }

    private void tell(String what) {
        if (ranks.rank() == 0) {
            progress.accept(what);
        }
    }

    /**
     * Returns a known cluster with newly measured links. Links are measured twice and the first result is dropped: in a fresh process the
     * first numbers are wrong by a factor of 8 and more. Collective.
     */
    private Cluster relinked(Cluster known, List<String> hosts) {
        RankProfile mine = known.ranks().get(ranks.rank());
        linked(mine, known.origin(), hosts);
        return linked(mine, known.origin(), hosts);
    }

    /** Measures the links between all ranks, and returns all ranks with these links. Each rank contributes its own profile. Collective. */
    private Cluster linked(RankProfile mine, String origin, List<String> hosts) {
        List<Integer> hostOf = numbered(hosts);
        double seconds = Math.max(request.time().seconds() * LINK_TIME_SHARE, hostOf.contains(1) ? LEAST_NETWORK_SECONDS : 0);
        List<Integer> siteOf = new SiteProbe(world, hostOf, clocks.messages).measure(seconds * SITE_TIME_SHARE);
        Map<PairClass, PairCost> links = new LinkProbe(world, kernels, hostOf, siteOf, clocks.messages, request.time().effort())
                .measure(seconds * (1 - SITE_TIME_SHARE));
        return gathered(new Cluster(List.of(mine.numbered(0)), new Network(links, List.of(0), List.of(0)), origin), hostOf, siteOf);
    }

    private static List<Integer> numbered(List<String> hosts) {
        List<String> distinct = hosts.stream().distinct().toList();
        return hosts.stream().map(distinct::indexOf).toList();
    }

    /**
     * Returns the cluster of all ranks, put together from what each rank knows. A link's cost, and its time for each size, is the median
     * over the ranks that measured its class. Collective.
     *
     * @param mine this rank alone, as number 0, with the links it has measured
     */
    private Cluster gathered(Cluster mine, List<Integer> hostOf, List<Integer> siteOf) {
        List<Cluster> singles = ranks.texts(ClusterText.send(mine)).stream().map(t -> ClusterText.receive(t).orElseThrow()).toList();
        List<RankProfile> profiles = new ArrayList<>();
        Map<PairClass, PairCost> links = new EnumMap<>(PairClass.class);
        for (int r = 0; r < singles.size(); r++) {
            profiles.add(singles.get(r).ranks().getFirst().numbered(r));
        }
        for (PairClass kind : PairClass.values()) {
            List<PairCost> measured = singles.stream().map(c -> c.network().links().get(kind)).filter(c -> c != null).toList();
            if (!measured.isEmpty()) {
                links.put(kind, new PairCost(median(measured, PairCost::latency), median(measured, PairCost::secondsPerByte),
                        median(measured, PairCost::swapPerByte), PairCost.bySize(measured.stream()
                        .flatMap(cost -> cost.samples().stream()).toList())));
            }
        }
        return new Cluster(RankClasses.alike(profiles, Collections.max(request.nbs()), 1), new Network(links, hostOf, siteOf),
                singles.getFirst().origin());
    }

    private static double median(List<PairCost> links, Function<PairCost, Double> of) {
        return CostFit.median(links.stream().map(of).toList());
    }
}
