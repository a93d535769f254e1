package hplhetero.network.simulate;

import hplhetero.network.schedule.Traffic;
import java.io.IOException;

/**
 * A writer of traffics in GOAL (Hoefler, Siebert, Lumsdaine, Group operation assembly language, ICPP 2009), a text format that tools of
 * other simulators read: {@code txt2bin} of LogGOPSim and of ATLAHS.
 *
 * <p>A rank has a line for each end of a message, {@code l1: send 8b to 1 tag 0} or {@code l2: recv 8b from 1 tag 0}. A line {@code l2
 * requires l1} says that l2 begins when l1 is done. The tag is the stage. Where all of several lines require all of several others, a
 * {@code calc 0} stands between them, so that the text does not grow with the product of their numbers.
 */
public final class Goal {

    private Goal() {
    }

    /**
     * Appends the messages of a traffic to {@code out} as a schedule in GOAL, rank by rank. Traffic goes in stages, the steps of its
     * algorithm: a rank begins its part of a stage when its own part of the earlier stages is done. No more than one stage of one rank is
     * kept in memory.
     *
     * @param traffic messages to be written
     * @param out     where the text is appended
     * @throws IOException when {@code out} throws it
     */
    public static void write(Traffic traffic, Appendable out) throws IOException {
        out.append("num_ranks ").append(Integer.toString(traffic.ranks())).append('\n');
        for (int rank = 0; rank < traffic.ranks(); rank++) {
            out.append("\nrank ").append(Integer.toString(rank)).append(" {\n");
            Lines lines = new Lines();
            for (int stage = 0; stage < traffic.stages(); stage++) {
                lines.begin(stage);
                traffic.stage(stage, rank, lines);
                out.append(lines.end());
            }
            out.append("}\n");
        }
    }

    /** The lines of one rank, written stage by stage. */
    private static final class Lines implements Traffic.Sink {
        private final StringBuilder text = new StringBuilder();
        private int stage;
        private int labels;
        /** The labels of the last stage in which the rank did something: above {@code doneFirst}, up to {@code doneLast}. */
        private int doneFirst;
        private int doneLast;
        /** The last label given before the current stage. */
        private int before;

        void begin(int next) {
            stage = next;
            before = labels;
            text.setLength(0);
        }

        @Override
        public void send(int to, long bytes) {
            label(++labels).append(": send ").append(bytes).append("b to ").append(to).append(" tag ").append(stage).append('\n');
        }

        @Override
        public void receive(int from, long bytes) {
            label(++labels).append(": recv ").append(bytes).append("b from ").append(from).append(" tag ").append(stage).append('\n');
        }

        /** Ends the current stage and returns its lines. */
        CharSequence end() {
            int first = before;
            int last = labels;
            if (last == first) {
                return text;
            }
            if (doneLast - doneFirst > 1 && last - first > 1) {
                label(++labels).append(": calc 0\n");
                require(labels - 1, labels, doneFirst, doneLast);
                doneFirst = labels - 1;
                doneLast = labels;
            }
            require(first, last, doneFirst, doneLast);
            doneFirst = first;
            doneLast = last;
            return text;
        }

        private void require(int afterFirst, int afterLast, int first, int last) {
            for (int later = afterFirst + 1; later <= afterLast; later++) {
                for (int earlier = first + 1; earlier <= last; earlier++) {
                    label(later).append(" requires ");
                    label(earlier).append('\n');
                }
            }
        }

        private StringBuilder label(int number) {
            return text.append('l').append(number);
        }
    }
}
