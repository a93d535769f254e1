package hplhetero.run.job;

import hplhetero.run.machine.Binding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The share that a rank gets of the cores of its host.
 *
 * @param workers   number of the rank's threads
 * @param cpus      first hardware threads of the cores to bind the rank to; empty: the rank is not bound
 * @param sharing   number of worker threads that share the cores the rank may use, its own included
 * @param ofWorkers first hardware thread of the core to bind each worker to, indexed by worker; empty: workers are not bound
 */
record CoreShare(int workers, List<Integer> cpus, int sharing, List<Integer> ofWorkers) {

    /**
     * Makes a share whose workers are not bound to cores one by one.
     *
     * @param workers number of the rank's threads
     * @param cpus    first hardware threads of the cores to bind the rank to; empty: the rank is not bound
     * @param sharing number of worker threads that share the cores the rank may use, its own included
     */
    CoreShare(int workers, List<Integer> cpus, int sharing) {
        this(workers, cpus, sharing, List.of());
    }

    /**
     * Returns the part that one rank gets of the cores of its host. A rank that the launcher has bound to cores of its own keeps these.
     * Other ranks get an equal part each and are bound to it, unless there are more threads than cores. Where a quota grants ranks the time
     * of fewer cores, they get that many workers and are not bound, because others with a quota run on the same cores.
     *
     * @param rankTable all ranks, with the cores of their hosts
     * @param rank      the rank that gets the cores
     * @param requested workers of each rank; 0: as many as there are cores for it
     * @param bind      what may be bound
     */
    static CoreShare of(RankTable rankTable, int rank, int requested, Binding bind) {
        String host = rankTable.ranks().get(rank).host();
        List<Integer> ranks = rankTable.ranksOn(host);
        List<List<Integer>> masks = ranks.stream().map(r -> rankTable.ranks().get(r).cpus()).toList();
        List<Integer> own = rankTable.ranks().get(rank).cpus();
        if (own.isEmpty() || rankTable.hasQuota(host) || !disjoint(masks) && !masks.stream().allMatch(own::equals)) {
            return together(rankTable.cores(host), ranks.size(), requested);
        }
        if (disjoint(masks)) {
            int workers = requested > 0 ? requested : own.size();
            return new CoreShare(workers, List.of(), workers, ofWorkers(own, workers, bind));
        }
        int part = own.size() / ranks.size();
        int workers = requested > 0 ? requested : Math.max(1, part);
        if (bind == Binding.NONE || workers > part) {
            return new CoreShare(workers, List.of(), workers * ranks.size());
        }
        // where cores are left over, the parts of a memory node's ranks still begin with the node's first core
        int first = ranks.indexOf(rank) * own.size() / ranks.size();
        List<Integer> mine = own.subList(first, first + part);
        return new CoreShare(workers, mine, workers, ofWorkers(mine, workers, bind));
    }

    /** Returns the core of each worker; none where a core stays free, to which the system can move a worker that is disturbed. */
    private static List<Integer> ofWorkers(List<Integer> cores, int workers, Binding bind) {
        return bind == Binding.CORE && workers == cores.size() && workers > 1 ? cores : List.of();
    }

    /** Deals the number of cores evenly, without binding, where it is not known which rank may use which cores. */
    private static CoreShare together(int cores, int ranks, int requested) {
        int workers = requested > 0 ? requested : Math.max(1, cores / ranks);
        return new CoreShare(workers, List.of(), workers * ranks);
    }

    private static boolean disjoint(List<List<Integer>> masks) {
        Set<Integer> all = new HashSet<>();
        List<Integer> each = new ArrayList<>();
        masks.forEach(mask -> {
            all.addAll(mask);
            each.addAll(mask);
        });
        return all.size() == each.size();
    }
}
