package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.Requests;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The trial that the receiver of a long message finds in the sender's buffer what was there when the message was sent, even where the
 * sender fills the buffer anew as soon as its request is done. Results: what the reader found, and whether the request is done afterwards.
 */
@JCStressTest
@State
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not there yet")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "whole, and done")
@Outcome(expect = Expect.FORBIDDEN, desc = "torn, or done without having been received")
public class RendezvousStress {
    private static final int NUMBER = 3;

    private final Channel channel = Channel.take();
    private final ProtocolRequest send = Channel.request(channel.buffer);

    @Actor
    public void sender() {
        Channel.fill(channel.buffer, NUMBER);
        channel.offer(NUMBER, send);
        for (int look = 0; look < Channel.LOOKS; look++) {
            if (Requests.isDone(send)) {
                Channel.fill(channel.buffer, NUMBER + 1);
                return;
            }
        }
    }

    @Actor
    public void receiver(II_Result result) {
        for (int look = 0; look < Channel.LOOKS; look++) {
            if (channel.reader.hasMessage()) {
                boolean named = channel.announces(NUMBER, Channel.LONG, send);
                result.r1 = named && channel.receives(NUMBER, channel.reader.send()) ? Channel.WHOLE : Channel.TORN;
                channel.reader.free();
                return;
            }
        }
    }

    @Arbiter
    public void done(II_Result result) {
        result.r2 = Requests.isDone(send) ? 1 : 0;
        channel.giveBack();
    }
}
