package hplhetero.comm.collective.alltoall;

import hplhetero.network.schedule.Traffic;

/** With whom a rank exchanges pieces in each of some steps: with each other rank once. */
enum Steps {
    /** At step s to the rank s + 1 after it, from the one as many before it. */
    RING {
        @Override
        int count(int ranks) {
            return ranks - 1;
        }

        @Override
        int to(int rank, int step, int ranks) {
            return (rank + step + 1) % ranks;
        }

        @Override
        int from(int rank, int step, int ranks) {
            return Math.floorMod(rank - step - 1, ranks);
        }
    },
    /**
     * Pairs that exchange: for a power of two rank XOR step, as is usual; else those of a round-robin tournament, where a + b = step
     * modulo the largest odd number not above the number of ranks; whoever would meet itself meets the last rank of an even number, or
     * nobody of an odd one.
     */
    PAIRWISE {
        @Override
        int count(int ranks) {
            return ranks - 1 + (ranks > 1 ? ranks & 1 : 0);
        }

        @Override
        int to(int rank, int step, int ranks) {
            if (Integer.bitCount(ranks) == 1) {
                return rank ^ (step + 1);
            }
            boolean even = (ranks & 1) == 0;
            int players = even ? ranks - 1 : ranks;
            if (even && rank == players) {
                return meetsItself(step, players);
            }
            int partner = Math.floorMod(step - rank, players);
            return partner != rank ? partner : even ? players : NOBODY;
        }

        @Override
        int from(int rank, int step, int ranks) {
            return to(rank, step, ranks);
        }

        /** The a with 2a = step modulo an odd number of players. */
        private int meetsItself(int step, int players) {
            return (step & 1) == 0 ? step / 2 : (step + players) / 2;
        }
    };

    static final int NOBODY = -1;

    abstract int count(int ranks);

    /** Of each step. */
    Traffic.Symmetry symmetry(int ranks) {
        return this == RING ? Traffic.Symmetry.SHIFT : Integer.bitCount(ranks) == 1 ? Traffic.Symmetry.XOR : Traffic.Symmetry.NONE;
    }

    /** Whom {@code rank} sends to, or {@link #NOBODY}. */
    abstract int to(int rank, int step, int ranks);

    /** Whom it receives from, or {@link #NOBODY}. */
    abstract int from(int rank, int step, int ranks);
}
