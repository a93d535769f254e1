package hplhetero.run.sweep;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.input.text.InputException;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.MemoryGuard;
import hplhetero.run.cases.MemoryGuard.Share;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.cases.SizedCase;
import hplhetero.run.job.RankTable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Fits the tests of a run into the memory of its hosts. A test that is planned must fit into all hosts together before it is planned, and
 * into each host afterwards. Another test must fit into each host with netlib's share.
 *
 * @param guard    knows the memory of the hosts
 * @param sizing   knows the memory of the hosts and of their devices; an N that nobody gave exceeds neither
 * @param planning plans the maps
 */
record MemoryFitting(MemoryGuard guard, MemoryGuard sizing, Planning planning) {

    /**
     * Returns a fitting for these ranks.
     *
     * @param workers   number of workers of a rank
     * @param described the ranks as a file describes them, where one does
     */
    static MemoryFitting of(RankTable rankTable, IntUnaryOperator workers, Optional<Cluster> described, Planning planning) {
        return new MemoryFitting(guard(rankTable, workers, described, DeviceMemory.NONE),
                guard(rankTable, workers, described, planning.devices()), planning);
    }

    private static MemoryGuard guard(RankTable rankTable, IntUnaryOperator workers, Optional<Cluster> described, DeviceMemory devices) {
        boolean several = rankTable.hosts().size() > 1;
        return new MemoryGuard(rankTable.hosts().stream().map(host -> {
            List<Integer> ranks = rankTable.ranksOn(host);
            return new Share(several ? host : "", one -> CaseMemory.bytes(one, ranks, workers), rankTable.availableBytes(host),
                    described.map(file -> described(file, ranks)).orElse(Long.MAX_VALUE), devices.together(ranks));
        }).toList());
    }

    private static long described(Cluster file, List<Integer> ranks) {
        return file.ranks().stream().filter(rank -> ranks.contains(rank.rank())).mapToLong(RankProfile::memoryBytes)
                .reduce(0, (a, b) -> Math.min(a, Long.MAX_VALUE - b) + b);
    }

    /**
     * Checks and plans tests whose N are given.
     *
     * @throws InputException when a test does not fit, naming an N that does
     */
    Planning.Laid of(CaseChoice choice) {
        for (HplCase one : choice.cases()) {
            if (planning.plans(choice, one)) {
                guard.checkTogether(one);
            } else {
                guard.check(List.of(one));
            }
        }
        return switch (planning.of(choice)) {
            case Planning.Laid laid -> checked(laid);
            case Planning.NoRoom none -> throw new InputException(none.why());
        };
    }

    private Planning.Laid checked(Planning.Laid laid) {
        guard.check(laid.choice().cases());
        return laid;
    }

    /**
     * Finds an N that nobody gave, and plans it. The N is the largest that fits where a plan spreads the matrix, else one that fits without
     * a plan.
     *
     * @param open   the tests, whose N is not known yet
     * @param gflops rate of the kernels of all ranks together
     * @param speed  where this rate comes from, for people
     * @param memory how much memory the run is to fill, where somebody asked for that
     */
    Planning.Laid sized(CaseChoice open, double gflops, String speed, Optional<MemoryUse> memory) {
        if (memory.orElse(MemoryUse.USUAL) instanceof MemoryUse.Amount amount) {
            guard.checkHas(amount, "--mem");
        }
        // an explicit request for memory is granted, even if the matrix then streams through devices
        MemoryGuard room = memory.isPresent() ? guard : sizing;
        SequencedMap<Integer, CaseChoice> byOrder = new TreeMap<>(Comparator.reverseOrder());
        SizedCase.chooseTogether(open, gflops, speed, room, memory).stream().filter(this::planned)
                .forEach(choice -> byOrder.putIfAbsent(order(choice), choice));
        CaseChoice asItStands = SizedCase.choose(open, gflops, speed, room, memory);
        byOrder.putIfAbsent(order(asItStands), asItStands);
        for (CaseChoice choice : byOrder.values()) {
            if (!planned(choice)) {
                return of(choice);
            }
            if (planning.of(choice) instanceof Planning.Laid laid) {
                return checked(laid);
            }
        }
        return of(byOrder.lastEntry().getValue()); // none fits: of() refuses the smallest, with the reason
    }

    private boolean planned(CaseChoice choice) {
        return planning.plans(choice, choice.cases().getFirst());
    }

    private static int order(CaseChoice choice) {
        return choice.cases().getFirst().n();
    }
}
