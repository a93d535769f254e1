package hplhetero.comm.collective.rooted;

import hplhetero.network.schedule.Traffic;

/** Where pieces go along a tree. */
enum Way {
    TO_ROOT, FROM_ROOT;

    /** The message between a rank and its parent, as the rank has it. */
    void withParent(int parent, long bytes, Traffic.Sink sink) {
        if (this == TO_ROOT) {
            sink.send(parent, bytes);
        } else {
            sink.receive(parent, bytes);
        }
    }

    /** The message between a rank and one of its children, as the parent has it. */
    void withChild(int child, long bytes, Traffic.Sink sink) {
        if (this == TO_ROOT) {
            sink.receive(child, bytes);
        } else {
            sink.send(child, bytes);
        }
    }
}
