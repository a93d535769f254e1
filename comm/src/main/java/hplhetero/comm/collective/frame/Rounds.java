package hplhetero.comm.collective.frame;

import hplhetero.comm.Operation;
import hplhetero.comm.Progress;

/** A collective made of rounds: post messages, wait for all of them, use what came, next round. */
public abstract class Rounds implements Operation {
    protected final CollectiveChannel channel;
    protected final Pending pending = new Pending();
    private int round;
    private int rounds;

    protected Rounds(CollectiveChannel channel) {
        this.channel = channel;
    }

    /** Posts the messages of {@code round} into {@link #pending}. */
    protected abstract void post(int round);

    /** Uses what {@code round} brought. */
    protected void complete(int round) {
    }

    /** Nothing is in flight. */
    protected final boolean over() {
        return round == rounds;
    }

    protected final void requireIdle() {
        if (!over()) {
            throw InFlight.refuse(this);
        }
    }

    /** Begins with round 0 of {@code rounds}; with no rounds the operation is done. */
    protected final void begin(int rounds) {
        this.round = 0;
        this.rounds = rounds;
        if (rounds > 0) {
            post(0);
        }
    }

    @Override
    public final Progress poll() {
        Progress progress = Progress.IDLE;
        while (round != rounds && pending.allDone()) {
            complete(round++);
            if (round != rounds) {
                post(round);
            }
            progress = Progress.ADVANCED;
        }
        return round == rounds ? Progress.DONE : progress;
    }
}
