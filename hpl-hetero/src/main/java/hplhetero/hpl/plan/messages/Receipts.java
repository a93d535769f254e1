package hplhetero.hpl.plan.messages;

import hplhetero.comm.Sites;
import hplhetero.network.schedule.Traffic;

/**
 * What each rank is sent of one broadcast.
 *
 * @param messages   how many
 * @param bytes      in all
 * @param from       sender of the first one
 * @param firstBytes of the first one
 * @param streams    messages that leave its sender with it, over the same kind of link
 * @param firstStage in which the first one is sent
 * @param lastStage  in which the last one is sent
 */
record Receipts(int[] messages, long[] bytes, int[] from, long[] firstBytes, int[] streams, int[] firstStage, int[] lastStage) {

    static Receipts of(Traffic traffic, Sites sites) {
        int ranks = traffic.ranks();
        Receipts receipts = new Receipts(new int[ranks], new long[ranks], new int[ranks], new long[ranks], new int[ranks], new int[ranks],
                new int[ranks]);
        SentMessages.read(traffic, (stage, from, sent) -> receipts.add(stage, from, sent, sites));
        return receipts;
    }

    private void add(int stage, int sender, SentMessages sent, Sites sites) {
        for (int i = 0; i < sent.count(); i++) {
            int to = sent.to(i);
            if (messages[to] == 0) {
                from[to] = sender;
                firstBytes[to] = sent.bytes(i);
                firstStage[to] = stage;
                streams[to] = streams(sender, to, sent, sites);
            }
            messages[to]++;
            bytes[to] += sent.bytes(i);
            lastStage[to] = stage;
        }
    }

    private static int streams(int sender, int to, SentMessages sent, Sites sites) {
        int streams = 0;
        for (int i = 0; i < sent.count(); i++) {
            streams += sites.together(sender, sent.to(i)) == sites.together(sender, to) ? 1 : 0;
        }
        return streams;
    }
}
