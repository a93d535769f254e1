package hplhetero.comm.transport.local;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** The trial that a receiver that does nothing but look for a message sees it at last. */
@JCStressTest(Mode.Termination)
@State
@Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "seen")
@Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "waits for ever")
public class WaitingReceiverStress {
    private final Channel channel = Channel.take();

    @Actor
    public void receiver() {
        while (!channel.reader.hasMessage()) {
            // an empty body, so that nothing makes the next look a new one
        }
    }

    @Signal
    public void sender() {
        channel.offer(1, Channel.message(1, 1));
    }
}
