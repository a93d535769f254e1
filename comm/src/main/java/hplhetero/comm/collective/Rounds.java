package hplhetero.comm.collective;

import hplhetero.comm.Operation;
import hplhetero.comm.Progress;

/** A collective made of rounds: post messages, wait for all of them, use what came, next round. */
abstract class Rounds implements Operation {
    final CollectiveChannel channel;
    final Pending pending = new Pending();
    private int round;
    private int rounds;

    Rounds(CollectiveChannel channel) {
        this.channel = channel;
    }

    /** Posts the messages of {@code round} into {@link #pending}. */
    abstract void post(int round);

    /** Uses what {@code round} brought. */
    void complete(int round) {
    }

    final void requireIdle() {
        if (round != rounds) {
            throw InFlight.refuse(this);
        }
    }

    /** Begins with round 0 of {@code rounds}; with no rounds the operation is done. */
    final void begin(int rounds) {
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
