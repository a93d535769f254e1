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
 * What a plan may give each rank: what a file says, but no more than its host has.
 *
 * @param bytes by rank; {@link Long#MAX_VALUE} when not known
 */
record MemoryCaps(List<Long> bytes) {

    /** Of described ranks, all of which take part. Where a host has less than is described, those who want least get it first. */
    static MemoryCaps of(RankTable rankTable, Cluster described) {
        return of(rankTable, described, rankTable::plannableBytes);
    }

    /** The same where a run may take only so much of each host, whatever is known of its ranks. */
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

    /** The same cluster with these caps. */
    Cluster on(Cluster cluster) {
        return new Cluster(IntStream.range(0, cluster.size()).mapToObj(rank -> cluster.ranks().get(rank).with(bytes.get(rank))).toList(),
                cluster.network(), cluster.origin());
    }
}
