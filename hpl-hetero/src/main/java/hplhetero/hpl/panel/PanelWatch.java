package hplhetero.hpl.panel;

import java.lang.foreign.MemorySegment;

/** Decides which panels carry a CRC of their elements, and hears how they arrive. Owner: the rank's thread. */
public interface PanelWatch {
    /** A watch under which no panel carries a CRC of its elements. */
    PanelWatch NONE = new PanelWatch() {
        @Override
        public boolean tests(int k) {
            return false;
        }

        @Override
        public void arrived(int k, MemorySegment elements) {
            // nobody wants to know
        }

        @Override
        public void damaged(int k) {
            throw new IllegalStateException("panel=" + k + ": carries no CRC");
        }
    };

    /** Returns whether panel {@code k} carries a CRC of its elements. Equal on all ranks. */
    boolean tests(int k);

    /**
     * Hears that a panel has arrived, before its CRC is compared.
     *
     * @param k        number of the panel
     * @param elements memory of L2 in the message, and of L1 in its place where that is sent with it
     */
    void arrived(int k, MemorySegment elements);

    /** Hears that the elements of panel {@code k} have another CRC than the sender's. */
    void damaged(int k);
}
