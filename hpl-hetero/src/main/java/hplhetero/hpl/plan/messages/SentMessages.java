package hplhetero.hpl.plan.messages;

import hplhetero.network.schedule.Traffic;
import java.util.Arrays;

/** What one rank sends in one stage, in the order in which it is stated. Reused. */
final class SentMessages implements Traffic.Sink {
    private int[] to = new int[16];
    private long[] bytes = new long[16];
    private int count;

    /** Hears of all messages of a stage that one rank sends. */
    @FunctionalInterface
    interface Reader {
        void read(int stage, int from, SentMessages sent);
    }

    /** Reads all stages, one after the other. */
    static void read(Traffic traffic, Reader reader) {
        for (int stage = 0; stage < traffic.stages(); stage++) {
            read(traffic, stage, reader);
        }
    }

    /** Reads a stage of each rank that sends something in it. */
    static void read(Traffic traffic, int stage, Reader reader) {
        SentMessages sent = new SentMessages();
        for (int rank = 0; rank < traffic.ranks(); rank++) {
            sent.count = 0;
            traffic.stage(stage, rank, sent);
            if (sent.count > 0) {
                reader.read(stage, rank, sent);
            }
        }
    }

    int count() {
        return count;
    }

    int to(int message) {
        return to[message];
    }

    long bytes(int message) {
        return bytes[message];
    }

    /** Of all messages. */
    long bytes() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += bytes[i];
        }
        return sum;
    }

    @Override
    public void send(int receiver, long length) {
        if (count == to.length) {
            to = Arrays.copyOf(to, 2 * count);
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        to[count] = receiver;
        bytes[count++] = length;
    }

    @Override
    public void receive(int from, long length) {
        // told by its sender
    }
}
