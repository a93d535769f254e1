package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The trial that each message comes once, in its order and as it was sent, while short and long messages use the slots again in turn. */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "all in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a message lost, doubled or torn")
public class WrapAroundStress {
    private static final int MESSAGES = 10 * Ring.SLOTS;
    private static final int SHORT = 2;
    /** The sends of all messages, which nobody changes: the trial checks which of them a slot names. */
    private static final ProtocolRequest[] SENDS = new ProtocolRequest[MESSAGES];

    static {
        for (int m = 0; m < MESSAGES; m++) {
            // the next use of a slot is by the other kind of message
            SENDS[m] = Channel.message(m, (m + m / Ring.SLOTS) % 2 == 0 ? SHORT : Channel.LONG);
        }
    }

    private final Channel channel = Channel.take();
    private int offered;
    private int received;

    @Actor
    public void writer() {
        for (int look = 0; look < Channel.LOOKS && offered < MESSAGES; look++) {
            if (channel.offer(offered, SENDS[offered])) {
                offered++;
            }
        }
    }

    @Actor
    public void reader(II_Result result) {
        result.r1 = Channel.WHOLE;
        for (int look = 0; look < Channel.LOOKS && received < MESSAGES; look++) {
            if (channel.reader.hasMessage() && !take()) {
                result.r1 = Channel.TORN;
            }
        }
    }

    private boolean take() {
        ProtocolRequest send = SENDS[received];
        boolean right = send.bytes() == 8L * SHORT ? channel.holds(received, SHORT) : channel.announces(received, Channel.LONG, send);
        channel.reader.free();
        received++;
        return right;
    }

    @Arbiter
    public void drain(II_Result result) {
        result.r2 = Channel.WHOLE;
        while (channel.reader.hasMessage()) {
            if (received == offered || !take()) {
                result.r2 = Channel.TORN;
                channel.reader.free();
            }
        }
        if (received != offered) {
            result.r2 = Channel.TORN;
        }
        channel.giveBack();
    }
}
