package hplhetero.run.job;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Who exchanges messages with whom, and when: in each round everyone is in one pair at most, so that no two pairs disturb each
 * other at their ends (the circle method of tournaments).
 *
 * @param rounds pairs of numbers from 0
 */
public record PairRounds(List<List<Pair>> rounds) {

    /** Two of them; {@code a} sends first. */
    public record Pair(int a, int b) implements Serializable {
    }

    public PairRounds {
        rounds = rounds.stream().map(List::copyOf).toList();
    }

    /**
     * All pairs of {@code count}, or as many rounds of them as {@code most}: then each has been paired with as many others, or one
     * fewer.
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

    /** The first stays, the others move on by one slot a round. */
    private static int at(int slot, int round, int slots) {
        return slot == 0 ? 0 : 1 + (slot - 1 + round) % (slots - 1);
    }

    /** Pairs of all rounds. */
    public List<Pair> pairs() {
        return rounds.stream().flatMap(List::stream).toList();
    }

    /** With whom {@code one} is paired, in the order of the rounds. */
    public List<Integer> partners(int one) {
        return pairs().stream().filter(pair -> pair.a() == one || pair.b() == one).map(pair -> pair.a() == one ? pair.b() : pair.a())
                .toList();
    }
}
