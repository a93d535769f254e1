package hplhetero.comm;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations that a rank's thread keeps moving in the background while it waits for another one, such as panels on their way. An
 * operation makes no progress unless it is polled. Owner: the rank's thread.
 */
public final class ProgressLoop {
    private final List<Operation> urgent = new ArrayList<>();
    private final List<Operation> patient = new ArrayList<>();

    /**
     * Adds a nonblocking operation, such as a broadcast, to those that go on in the background: it is polled whenever the rank waits in
     * {@link #until}, until it is done.
     */
    public void alongside(Operation operation) {
        urgent.add(operation);
    }

    /** Adds a nonblocking operation as {@link #alongside} does, for which no work is worth interrupting. */
    public void behind(Operation operation) {
        patient.add(operation);
    }

    /** Returns whether any operation is in the background for which work is worth interrupting. */
    public boolean busy() {
        return !urgent.isEmpty();
    }

    /** Waits until {@code operation} is done, polling the background meanwhile; then {@code operation} is no longer in the background. */
    public void until(Operation operation) {
        int idle = 0;
        while (true) {
            Progress p = operation.poll();
            if (p == Progress.DONE) {
                urgent.remove(operation);
                patient.remove(operation);
                return;
            }
            boolean moved = poll() | p == Progress.ADVANCED;
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
        return poll(urgent) | poll(patient);
    }

    private static boolean poll(List<Operation> background) {
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
