package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The trial that short messages are seen whole or not at all, both their envelopes and their content. */
@JCStressTest
@State
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "none there yet")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "torn")
public class EagerMessageStress {
    private static final int LONGS = 16;
    private static final ProtocolRequest[] SENDS = new ProtocolRequest[10 * Ring.SLOTS];

    static {
        for (int m = 0; m < SENDS.length; m++) {
            SENDS[m] = Channel.message(m, LONGS);
        }
    }

    private final Channel channel = Channel.take();

    @Actor
    public void writer() {
        int next = 0;
        for (int look = 0; look < Channel.LOOKS && next < SENDS.length; look++) {
            next += channel.offer(next, SENDS[next]) ? 1 : 0;
        }
    }

    @Actor
    public void reader(I_Result result) {
        result.r1 = Channel.NOTHING;
        int next = 0;
        for (int look = 0; look < Channel.LOOKS && next < SENDS.length && result.r1 != Channel.TORN; look++) {
            if (channel.reader.hasMessage()) {
                result.r1 = channel.holds(next++, LONGS) ? Channel.WHOLE : Channel.TORN;
                channel.reader.free();
            }
        }
    }

    @Arbiter
    public void end() {
        channel.giveBack();
    }
}
