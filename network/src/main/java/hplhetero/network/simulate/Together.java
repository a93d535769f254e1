package hplhetero.network.simulate;

import hplhetero.network.model.PlacedTraffic;
import java.util.List;

/** A program that begins several traffics at time 0. */
record Together(List<PlacedTraffic> traffics) implements Program {

    @Override
    public void begin(VirtualRanks machine) {
        int[] numbers = traffics.stream().mapToInt(machine::add).toArray();
        for (int i = 0; i < numbers.length; i++) {
            PlacedTraffic placed = traffics.get(i);
            for (int rank = 0; rank < placed.traffic().ranks(); rank++) {
                machine.join(numbers[i], placed.rank(rank));
            }
        }
    }

    @Override
    public void done(int rank, int traffic) {
        // no traffic follows
    }

    @Override
    public void woken(int rank, int what) {
        // no rank computes
    }
}
