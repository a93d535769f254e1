package hplhetero.hpl.model.messages;

import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a pivot exchange.
 *
 * @param rounds rounds that follow one after the other
 */
public record PivotRounds(List<Round> rounds) {

    /**
     * A round of the exchange in which ranks find a column's pivot. All its messages are under way at once.
     *
     * @param messages   sender and receiver of each message
     * @param leastBytes bytes of the round's shortest message; as a rule it carries a candidate for the pivot with its row of the panel,
     *                   and not also the current row
     */
    public record Round(List<Pair> messages, long leastBytes) {
    }

    /** Returns the rounds of a pivot exchange, one for each stage of its messages. */
    static PivotRounds of(Traffic traffic) {
        List<Round> rounds = new ArrayList<>();
        for (int stage = 0; stage < traffic.stages(); stage++) {
            rounds.add(round(traffic, stage));
        }
        return new PivotRounds(List.copyOf(rounds));
    }

    private static Round round(Traffic traffic, int stage) {
        List<Pair> messages = new ArrayList<>();
        long[] least = {Long.MAX_VALUE};
        traffic.messages(stage, (from, to, bytes) -> {
            messages.add(new Pair(from, to));
            least[0] = Math.min(least[0], bytes);
        });
        return new Round(List.copyOf(messages), least[0]);
    }
}
