package hplhetero.run.sweep;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.job.RankTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Limits on the memory that a plan may give each rank: what a file says, but no more than the rank's host has.
 *
 * @param bytes limit of each rank in bytes, by rank; {@link Long#MAX_VALUE} when not known
 */
record MemoryCaps(List<Long> bytes) {

    /**
     * Returns the limits of described ranks, all of which take part. Where a host has less memory than its ranks are described to have, the
     * ranks that want least get theirs first.
     */
    static MemoryCaps of(RankTable rankTable, Cluster described) {
        return of(rankTable, described, rankTable::plannableBytes);
    }

    /**
     * Returns the limits where a run may take only a given amount or share of each host's memory.
     *
     * @param rankTable all ranks, with the memory of their hosts
     * @param known     the ranks as measured or described
     * @param use       the amount or share of each host's memory that the run may take
     */
    static MemoryCaps of(RankTable rankTable, Cluster known, MemoryUse use) {
        return of(rankTable, known, host -> (long) Math.min(rankTable.plannableBytes(host), use.of(rankTable.availableBytes(host))));
    }

    private static MemoryCaps of(RankTable rankTable, Cluster described, ToLongFunction<String> bytesOf) {
        long[] caps = described.ranks().stream().mapToLong(RankProfile::memoryBytes).toArray();
        for (String host : rankTable.hosts()) {
            List<Integer> ranks = rankTable.ranksOn(host).stream().filter(rank -> rank < caps.length)
                    .sorted(Comparator.comparingLong(rank -> caps[rank])).toList();
            long left = bytesOf.applyAsLong(host);
            for (int i = 0; i < ranks.size() && left < Long.MAX_VALUE; i++) {
                int rank = ranks.get(i);
                caps[rank] = Math.min(caps[rank], left / (ranks.size() - i));
                left -= caps[rank];
            }
        }
        return new MemoryCaps(Arrays.stream(caps).boxed().toList());
    }

    /** Returns a copy of the cluster in which these limits are the ranks' memory. */
    Cluster on(Cluster cluster) {
        return new Cluster(IntStream.range(0, cluster.size()).mapToObj(rank -> cluster.ranks().get(rank).with(bytes.get(rank))).toList(),
                cluster.network(), cluster.origin());
    }
}
