package hplhetero.comm;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations that a rank's thread keeps moving in the background while it waits for another one, such as panels on their way. An
 * operation makes no progress unless it is polled. Owner: the rank's thread.
 */
public final class ProgressLoop {
    private final List<Operation> background = new ArrayList<>();

    /**
     * Adds a nonblocking operation, such as a broadcast, to those that go on in the background: it is polled whenever the rank waits in
     * {@link #until}, until it is done.
     */
    public void alongside(Operation operation) {
        background.add(operation);
    }

    /** Returns whether any operation is in the background. */
    public boolean busy() {
        return !background.isEmpty();
    }

    /** Waits until {@code operation} is done, polling the background meanwhile; then {@code operation} is no longer in the background. */
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
     * Polls each operation in the background once, and drops those that are done.
     *
     * @return whether any operation made progress or was found done; false where there is none
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
