package hplhetero.comm.transport.local;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.Requests;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** The trial that a sender that does nothing but look whether its long message is done sees this at last. */
@JCStressTest(Mode.Termination)
@State
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "seen")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "waits for ever")
public class WaitingSenderStress {
    private final Channel channel = Channel.take();
    private final ProtocolRequest send = Channel.request(channel.buffer);

    public WaitingSenderStress() {
        channel.offer(1, send);
    }

    @Actor
    public void sender() {
        while (!Requests.isDone(send)) {
            // an empty body, so that nothing makes the next look a new one
        }
    }

    @Signal
    public void receiver() {
        channel.reader.send().finishSend();
    }
}
