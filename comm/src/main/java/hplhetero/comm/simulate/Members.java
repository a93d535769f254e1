package hplhetero.comm.simulate;

import hplhetero.comm.model.PlacedTraffic;
import hplhetero.comm.schedule.Traffic;
import java.util.Arrays;
import java.util.List;

/**
 * How far the ranks of all traffics of a run are. Each rank of each traffic is a member; those of one traffic are numbered in order. A
 * rank of the placement is a member of each traffic that it takes part in. One thread.
 */
final class Members {
    private static final int BEFORE_THE_FIRST = -1;

    private final int count;
    final Traffic[] traffic;
    /** The traffic's rank 0, as a member. */
    final int[] first;
    /** The placement's rank. */
    final int[] rank;

    /** Which one a member is in, or behind the last. */
    final int[] stage;
    /** Messages with bytes that it has sent in its stage and that have not left. */
    final int[] leaving;
    /** Messages of its stage that have not come. */
    final int[] coming;
    /** When that which it has done in its stage is done, as far as known. */
    final double[] ready;
    final EarlyMessages early;

    Members(List<PlacedTraffic> together) {
        count = together.stream().mapToInt(placed -> placed.traffic().ranks()).sum();
        traffic = new Traffic[count];
        first = new int[count];
        rank = new int[count];
        stage = new int[count];
        leaving = new int[count];
        coming = new int[count];
        ready = new double[count];
        early = new EarlyMessages(count);
        Arrays.fill(stage, BEFORE_THE_FIRST);
        int member = 0;
        for (PlacedTraffic placed : together) {
            int begin = member;
            for (int i = 0; i < placed.traffic().ranks(); i++, member++) {
                traffic[member] = placed.traffic();
                first[member] = begin;
                rank[member] = placed.rank(i);
            }
        }
    }

    int count() {
        return count;
    }

    /** Its number in its traffic. */
    int trafficRank(int member) {
        return member - first[member];
    }

    boolean isDone(int member) {
        return stage[member] == traffic[member].stages();
    }

    /** @throws IllegalStateException when the run is over for some, but not for all */
    void requireDone() {
        for (int member = 0; member < count; member++) {
            if (!isDone(member)) {
                throw wrong(member, "waits for " + coming[member] + " messages of stage=" + stage[member] + " that nobody sends");
            }
        }
    }

    IllegalStateException wrong(int member, String what) {
        return new IllegalStateException(traffic[member].name() + ": rank=" + trafficRank(member) + " " + what
                + ": a traffic must state each message at both of its ends, in one stage");
    }
}
