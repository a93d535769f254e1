package hplhetero.network.simulate;

import hplhetero.network.schedule.Traffic;
import java.util.List;

/** A traffic of messages that a test lists. */
record ListedTraffic(String name, int ranks, int stages, List<Message> messages, boolean postsAll) implements Traffic {

    /** Sent and received in a stage. */
    record Message(int stage, int from, int to, long bytes) {
    }

    /** Of as many stages as the messages have. */
    static ListedTraffic of(int ranks, Message... messages) {
        int stages = 0;
        for (Message message : messages) {
            stages = Math.max(stages, message.stage + 1);
        }
        return new ListedTraffic("listed", ranks, stages, List.of(messages), false);
    }

    /** Returns the messages of this traffic, with the receives of all stages posted as a rank begins. */
    ListedTraffic ahead() {
        return new ListedTraffic(name, ranks, stages, messages, true);
    }

    @Override
    public int postsUpTo(int stage) {
        return postsAll ? stages - 1 : stage;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        for (Message message : messages) {
            if (message.stage == stage && message.to == rank) {
                sink.receive(message.from, message.bytes);
            }
            if (message.stage == stage && message.from == rank) {
                sink.send(message.to, message.bytes);
            }
        }
    }
}
