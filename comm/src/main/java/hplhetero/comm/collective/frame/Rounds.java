package hplhetero.comm.collective.frame;

import hplhetero.comm.Operation;
import hplhetero.comm.Progress;

/** A collective made of rounds. Each round posts messages, waits for all of them and uses what came; then the next round begins. */
public abstract class Rounds implements Operation {
    /** The messages of this collective. */
    protected final CollectiveChannel channel;
    /** The requests of the present round. */
    protected final Pending pending = new Pending();
    /** Index of the present round; equal to {@link #rounds} when the operation is over. */
    private int round;
    private int rounds;

    protected Rounds(CollectiveChannel channel) {
        this.channel = channel;
    }

    /** Posts the messages of {@code round} and adds their requests to {@link #pending}. */
    protected abstract void post(int round);

    /** Uses what the messages of {@code round} brought. */
    protected void complete(int round) {
    }

    /** Returns whether nothing is in flight. */
    protected final boolean over() {
        return round == rounds;
    }

    /**
     * Checks that nothing is in flight.
     *
     * @throws IllegalStateException if this collective is still in flight
     */
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
