package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The trial that a full ring takes a message only once its slot is free, and does not overwrite the message that is read from the slot
 * meanwhile. Results: whether the message was accepted (0 or 1), what the reader found, and how many messages are there afterwards, in
 * their order.
 */
@JCStressTest
@State
@Outcome(id = "0, 1, 15", expect = Expect.ACCEPTABLE, desc = "refused: the slot was not free yet")
@Outcome(id = "1, 1, 16", expect = Expect.ACCEPTABLE, desc = "accepted after the reader had read")
@Outcome(expect = Expect.FORBIDDEN, desc = "a message lost, overwritten or torn")
public class FullRingStress {
    /** The sends of as many messages as there are slots, and of one more. */
    private static final ProtocolRequest[] SENDS = new ProtocolRequest[Ring.SLOTS + 1];

    static {
        for (int m = 0; m < SENDS.length; m++) {
            SENDS[m] = Channel.message(m, 1);
        }
    }

    private final Channel channel = Channel.take();

    public FullRingStress() {
        for (int m = 0; m < Ring.SLOTS; m++) {
            if (!channel.offer(m, SENDS[m])) {
                throw new IllegalStateException("an empty ring has no room for message " + m);
            }
        }
    }

    @Actor
    public void writer(III_Result result) {
        for (int look = 0; look < Channel.LOOKS && result.r1 == 0; look++) {
            result.r1 = channel.offer(Ring.SLOTS, SENDS[Ring.SLOTS]) ? 1 : 0;
        }
    }

    @Actor
    public void reader(III_Result result) {
        result.r2 = channel.reader.hasMessage() && channel.holds(0, 1) ? Channel.WHOLE : Channel.TORN;
        channel.reader.free();
    }

    @Arbiter
    public void drain(III_Result result) {
        int next = 1;
        while (channel.reader.hasMessage() && channel.holds(next, 1)) {
            channel.reader.free();
            next++;
        }
        result.r3 = next - 1;
        channel.giveBack();
    }
}
