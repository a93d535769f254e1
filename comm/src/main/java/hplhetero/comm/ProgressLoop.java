package hplhetero.comm;

import java.util.ArrayList;
import java.util.List;

/**
 * What a rank's thread does while it waits: it keeps the panels on their way moving, since nothing moves unless it
 * is polled. Owner: the rank's thread.
 */
public final class ProgressLoop {
    private final List<Operation> background = new ArrayList<>();

    /** Polls {@code operation} whenever the rank waits, until it is done. */
    public void alongside(Operation operation) {
        background.add(operation);
    }

    /** Whether anything is in the background. */
    public boolean busy() {
        return !background.isEmpty();
    }

    /** Waits for one operation, which then is no longer in the background. */
    public void until(Operation operation) {
        int idle = 0;
        while (true) {
            Progress p = operation.poll();
            if (p == Progress.DONE) {
                background.remove(operation);
                return;
            }
            boolean moved = background.isEmpty() ? p == Progress.ADVANCED : poll() | p == Progress.ADVANCED;
            idle = moved ? 0 : idle + 1;
            Await.pause(idle);
        }
    }

    /**
     * Moves on what is in the background.
     *
     * @return whether anything moved
     */
    public boolean poll() {
        boolean moved = false;
        for (int i = background.size() - 1; i >= 0; i--) {
            Progress p = background.get(i).poll();
            moved |= p != Progress.IDLE;
            if (p == Progress.DONE) {
                background.remove(i);
            }
        }
        return moved;
    }
}
