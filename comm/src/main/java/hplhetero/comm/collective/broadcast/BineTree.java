package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Segments;
import java.util.Arrays;

/**
 * A broadcast of the whole buffer down a Bine tree (De Sensi and others, "Bine Trees", SC 2025): a binomial tree whose ranks are numbered
 * by negabinary numbers. Ranks are counted from the root. At each stage each rank that has the buffer sends it to one other: one with an
 * even number to the rank rho after it, one with an odd number to the rank rho before it. On 2^s ranks rho is (1 - (-2)^(s - i)) / 3 at
 * stage i, so the far messages come first. These are the partners of {@link Butterfly#swing}, taken backwards. In a {@link Binomial} tree a
 * message of stage i goes 2^(s - i - 1) ranks far, half as far again.
 *
 * <p>Ranks beyond a power of two get the buffer in one more stage, from the neighbour that has their number in a {@link Fold}.
 */
record BineTree() implements Description {

    @Override
    public void describe(Order order, Delivery.Builder delivery) {
        Fold fold = Fold.of(order.size());
        Butterfly butterfly = Butterfly.swing(0, fold.left());
        int stages = butterfly.steps();
        int[] reached = new int[fold.left()];
        Arrays.fill(reached, stages);
        reached[0] = -1;
        for (int stage = 0; stage < stages; stage++) {
            for (int number = 0; number < reached.length; number++) {
                if (reached[number] < stage) {
                    int child = butterfly.partner(stages - 1 - stage, number);
                    reached[child] = stage;
                    delivery.hop(order.rank(fold.firstRank(number)), order.rank(fold.firstRank(child)), stage, Segments.WHOLE);
                }
            }
        }
        for (int number = 0; number < fold.excess(); number++) {
            int rank = fold.firstRank(number);
            delivery.hop(order.rank(rank), order.rank(rank + 1), stages, Segments.WHOLE);
        }
    }
}
