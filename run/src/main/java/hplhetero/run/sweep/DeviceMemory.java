package hplhetero.run.sweep;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.HplCase;
import hplhetero.run.job.RankInfo;
import hplhetero.run.job.RankTable;
import hplhetero.run.job.Session;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The memory of the ranks' devices. A rank may hold more of the matrix than its device has room for. What does not fit then streams through
 * the device, which is slower.
 *
 * @param bytes bytes of a matrix that each rank's device has room for, by rank; {@link Long#MAX_VALUE} for a rank without a device; an
 * empty list where no rank has one
 */
public record DeviceMemory(List<Long> bytes) {
    private static final int MOST_RANKS_NAMED = 8;
    /** Device memory of a run in which no rank has a device. */
    static final DeviceMemory NONE = new DeviceMemory(List.of());

    public DeviceMemory {
        bytes = List.copyOf(bytes);
    }

    /**
     * Returns how many bytes of a matrix the device of each rank of a run has room for; no bytes at all, an empty list, where no rank has a
     * device. Ranks that share a device share its memory evenly. Sends no messages.
     */
    public static DeviceMemory of(Session session) {
        return of(session.rankTable(), session.rankInfos());
    }

    /** Returns the device memory of the ranks. Ranks that share a device share its memory evenly. */
    static DeviceMemory of(RankTable rankTable, List<RankInfo> ranks) {
        return ranks.stream().noneMatch(RankInfo::onDevice) ? NONE : new DeviceMemory(IntStream.range(0, ranks.size())
                .mapToObj(rank -> ranks.get(rank).onDevice() ? ranks.get(rank).deviceBytes() / rankTable.sharers(rank, ranks)
                        : Long.MAX_VALUE).toList());
    }

    private long of(int rank) {
        return rank < bytes.size() ? bytes.get(rank) : Long.MAX_VALUE;
    }

    /** Returns the device memory of these ranks together, in bytes; {@link Long#MAX_VALUE} where one of them has no device. */
    long together(List<Integer> ranks) {
        return ranks.stream().anyMatch(rank -> of(rank) == Long.MAX_VALUE) ? Long.MAX_VALUE : ranks.stream().mapToLong(this::of).sum();
    }

    /** Returns whether the plan's whole matrix fits into the devices, so that nothing streams. */
    boolean holds(Plan plan) {
        return bytes.isEmpty() || CaseMemory.matrixBytes(plan.n(), plan.nb(), plan.map()).entrySet().stream()
                .allMatch(part -> part.getValue() <= of(part.getKey()));
    }

    /** Returns which part of a test's matrix streams through devices, for people; empty where nothing streams. */
    Optional<String> streams(HplCase one) {
        if (bytes.isEmpty() || one.n() == 0) {
            return Optional.empty();
        }
        SequencedMap<Integer, Double> held = new LinkedHashMap<>();
        CaseMemory.matrixBytes(one).forEach((rank, needed) -> {
            if (of(rank) < needed) {
                held.put(rank, of(rank) / (double) needed);
            }
        });
        if (held.isEmpty()) {
            return Optional.empty();
        }
        double least = Collections.min(held.values());
        String ranks = held.keySet().stream().limit(MOST_RANKS_NAMED).map(String::valueOf).collect(Collectors.joining(", "))
                + (held.size() > MOST_RANKS_NAMED ? ", ..." : "");
        String said = held.size() == 1 ? "the device of rank %s holds %.0f %% of its part of the matrix; the rest streams through it"
                : "the devices of ranks %s hold %.0f %% of their parts of the matrix at least; the rest streams through them";
        int most = (int) (one.n() * Math.sqrt(least));
        return Optional.of(String.format(Locale.ROOT, "N=%d: " + said + ", which is slower%s", one.n(), ranks, 100 * least,
                most > 0 ? ": with N <= " + most + " all of it has room" : ""));
    }

    /** Returns a copy of the cluster that says how much each device holds, where something of the device is known. */
    Cluster known(Cluster cluster) {
        return cluster.with(rank -> of(rank.rank()) == Long.MAX_VALUE ? rank : rank.holding(of(rank.rank())));
    }

    /** Returns whether it was measured what streaming costs, on all ranks that have a device. */
    boolean isPriced(Cluster cluster) {
        return cluster.ranks().stream().filter(rank -> of(rank.rank()) < Long.MAX_VALUE).allMatch(DeviceMemory::streams);
    }

    private static boolean streams(RankProfile rank) {
        return rank.device().flatMap(DeviceCost::streamed).isPresent();
    }

    /**
     * Returns a copy of the cluster, to be written to a file, in which each rank with a device has no more memory than the device, or where
     * it was measured what streaming costs, says how much the device holds.
     */
    public Cluster described(Cluster cluster) {
        Cluster on = on(cluster);
        return known(cluster).with(rank -> streams(rank) ? rank : on.ranks().get(rank.rank()));
    }

    /** Returns a copy of the cluster in which no rank has more memory than its device. */
    Cluster on(Cluster cluster) {
        return cluster.with(rank -> rank.with(Math.min(rank.memoryBytes(), of(rank.rank()))));
    }
}
