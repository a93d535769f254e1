package hplhetero.comm.collective.alltoall;

import hplhetero.network.schedule.Traffic;

/** The partners with whom a rank exchanges pieces step by step, with each other rank once. */
enum Steps {
    /** A ring: at step s a rank sends to the rank s + 1 after it and receives from the one s + 1 before it. */
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
     * Pairs that exchange. For a power of two these are rank r and r XOR (step + 1), as is usual. Otherwise they are those of a round-robin
     * tournament, where a + b = step modulo the largest odd number not above the number of ranks. A rank that would meet itself meets the
     * last rank where the number of ranks is even, or nobody where it is odd.
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

        /** Returns the a with 2a = step modulo an odd number of players. */
        private int meetsItself(int step, int players) {
            return (step & 1) == 0 ? step / 2 : (step + players) / 2;
        }
    };

    /** The partner of a rank that has none in a step. */
    static final int NOBODY = -1;

    /** Returns the number of steps in which each of {@code ranks} ranks has exchanged pieces with all others. */
    abstract int count(int ranks);

    /** Returns the rule by which the messages of all ranks follow from those of rank 0; the same in all steps. */
    Traffic.Symmetry symmetry(int ranks) {
        return this == RING ? Traffic.Symmetry.SHIFT : Integer.bitCount(ranks) == 1 ? Traffic.Symmetry.XOR : Traffic.Symmetry.NONE;
    }

    /**
     * Returns the rank to which {@code rank} sends a piece in a step, or {@link #NOBODY}.
     *
     * @param rank  a rank, 0 .. ranks - 1
     * @param step  number of the step, from 0
     * @param ranks number of ranks
     */
    abstract int to(int rank, int step, int ranks);

    /**
     * Returns the rank from which {@code rank} receives a piece in a step, or {@link #NOBODY}.
     *
     * @param rank  a rank, 0 .. ranks - 1
     * @param step  number of the step, from 0
     * @param ranks number of ranks
     */
    abstract int from(int rank, int step, int ranks);
}
