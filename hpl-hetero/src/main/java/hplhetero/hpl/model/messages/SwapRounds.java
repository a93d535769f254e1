package hplhetero.hpl.model.messages;

import hplhetero.comm.Sites;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.RowSwapTraffic;
import java.util.Arrays;

/**
 * The messages that a row swap is expected to send, as parts of its jb rows of U or of as many rows that leave the panel's block row. All
 * leaving rows come from one rank. Whichever rank this is, the rows take no more than these numbers say.
 *
 * @param leavingStages   number of stages in which leaving rows are sent
 * @param leavingMessages most messages that a rank sends in such a stage, averaged over these stages
 * @param leaving         largest part of the leaving rows that a rank sends in such a stage, averaged over these stages
 * @param ownStages       number of stages in which rows of U are sent and no leaving rows
 * @param received        largest part of U that a rank receives
 * @param receipts        number of stages in which one rank receives rows of U, at most
 */
public record SwapRounds(int leavingStages, double leavingMessages, double leaving, int ownStages, Fraction received, int receipts) {

    /**
     * Reads the numbers from swaps of as many rows as there are ranks, of one byte each: from rows of U alone, and from leaving rows alone.
     */
    static SwapRounds of(SwapAlgorithm algorithm, Sites sites) {
        int ranks = sites.size();
        RowSwapTraffic rowsOfU = RowSwapTraffic.expected(algorithm, sites, ranks, new long[ranks], 1);
        long[] mostMessages = new long[rowsOfU.stages()];
        long[] most = new long[rowsOfU.stages()];
        for (int owner = 0; owner < ranks; owner++) {
            RowSwapTraffic leaving = RowSwapTraffic.expected(algorithm, sites, 0, leaving(owner, ranks), 1);
            for (int stage = 0; stage < leaving.stages(); stage++) {
                long[] messages = new long[ranks];
                long[] bytes = new long[ranks];
                leaving.messages(stage, (from, to, length) -> {
                    messages[from]++;
                    bytes[from] += length;
                });
                mostMessages[stage] = Math.max(mostMessages[stage], Arrays.stream(messages).max().orElse(0));
                most[stage] = Math.max(most[stage], Arrays.stream(bytes).max().orElse(0));
            }
        }
        long[] received = new long[ranks];
        int[] receipts = new int[ranks];
        boolean[] used = new boolean[rowsOfU.stages()];
        for (int stage = 0; stage < used.length; stage++) {
            long[] bytes = new long[ranks];
            rowsOfU.messages(stage, (from, to, length) -> bytes[to] += length);
            for (int rank = 0; rank < ranks; rank++) {
                used[stage] |= bytes[rank] > 0;
                received[rank] += bytes[rank];
                receipts[rank] += bytes[rank] > 0 ? 1 : 0;
            }
        }
        return of(mostMessages, most, used, received, receipts);
    }

    private static SwapRounds of(long[] mostMessages, long[] most, boolean[] used, long[] received, int[] receipts) {
        int ranks = received.length;
        int stages = 0;
        int ownStages = 0;
        long messages = 0;
        long leaving = 0;
        for (int stage = 0; stage < used.length; stage++) {
            stages += mostMessages[stage] > 0 ? 1 : 0;
            ownStages += used[stage] && mostMessages[stage] == 0 ? 1 : 0;
            messages += mostMessages[stage];
            leaving += most[stage];
        }
        long mostReceived = 0;
        int mostReceipts = 0;
        for (int rank = 0; rank < ranks; rank++) {
            mostReceived = Math.max(mostReceived, received[rank]);
            mostReceipts = Math.max(mostReceipts, receipts[rank]);
        }
        return new SwapRounds(stages, (double) messages / Math.max(1, stages), (double) leaving / Math.max(1, (long) stages * ranks),
                ownStages, Fraction.of(mostReceived, ranks), mostReceipts);
    }

    /** Returns leaving rows by their owner: as many as there are ranks, all owned by one. */
    static long[] leaving(int owner, int ranks) {
        long[] rows = new long[ranks];
        rows[owner] = ranks;
        return rows;
    }

    /**
     * Returns the largest part of U that a rank receives in the whole swap, divided by {@link #ownStages}, the number of rounds of messages
     * that carry rows of U and no leaving rows; undivided where there is no such round.
     */
    public Fraction receivedInEach() {
        return Fraction.of(received.part(), received.whole() * Math.max(1, ownStages));
    }
}
