package hplhetero.comm.transport.local;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** Who does nothing but look whether a message has come sees it at last. */
@JCStressTest(Mode.Termination)
@State
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "seen")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "waits for ever")
public class WaitingReceiverStress {
    private final Channel channel = Channel.take();

    @Actor
    public void receiver() {
        while (!channel.reader.hasMessage()) {
            // nothing that would make the next look a new one
        }
    }

    @Signal
    public void sender() {
        channel.offer(1, Channel.message(1, 1));
    }
}
