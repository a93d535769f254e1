package hplhetero.run.job;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A schedule of who exchanges messages with whom, and when. In each round everyone is in at most one pair, so that no two pairs disturb
 * each other at their ends (the circle method of tournaments).
 *
 * @param rounds pairs of numbers from 0, by round
 */
public record PairRounds(List<List<Pair>> rounds) {

    /**
     * Two partners that exchange messages.
     *
     * @param a the partner that sends first, numbered from 0
     * @param b the other partner, numbered from 0
     */
    public record Pair(int a, int b) implements Serializable {
    }

    public PairRounds {
        rounds = rounds.stream().map(List::copyOf).toList();
    }

    /**
     * Returns a schedule in which {@code count} participants, numbered from 0, meet each other in pairs. All pairs meet, unless this takes
     * more than {@code most} rounds. After {@code most} rounds each participant has met {@code most} others, or one fewer.
     *
     * @param count number of participants
     * @param most  number of rounds at most
     */
    public static PairRounds of(int count, int most) {
        int slots = count + count % 2;
        List<List<Pair>> rounds = new ArrayList<>();
        for (int round = 0; round < Math.min(most, slots - 1); round++) {
            List<Pair> pairs = new ArrayList<>();
            for (int slot = 0; slot < slots / 2; slot++) {
                int a = at(slot, round, slots);
                int b = at(slots - 1 - slot, round, slots);
                if (a < count && b < count) {
                    pairs.add(new Pair(Math.min(a, b), Math.max(a, b)));
                }
            }
            rounds.add(pairs);
        }
        return new PairRounds(rounds);
    }

    /** Returns who sits at a slot in a round. Number 0 stays, and the others move on by one slot a round. */
    private static int at(int slot, int round, int slots) {
        return slot == 0 ? 0 : 1 + (slot - 1 + round) % (slots - 1);
    }

    /** Returns the pairs of all rounds, in order. */
    public List<Pair> pairs() {
        return rounds.stream().flatMap(List::stream).toList();
    }

    /**
     * Returns the participants that participant {@code one} meets, in the order of the rounds.
     *
     * @param one number of the participant, from 0
     * @return numbers of the others, from 0
     */
    public List<Integer> partners(int one) {
        return pairs().stream().filter(pair -> pair.a() == one || pair.b() == one).map(pair -> pair.a() == one ? pair.b() : pair.a())
                .toList();
    }
}
