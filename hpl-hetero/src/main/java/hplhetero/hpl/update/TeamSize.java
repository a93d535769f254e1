package hplhetero.hpl.update;

/**
 * The rule by which a rank's workers are divided between the next panel and the trailing update: who factors the panel is the least team
 * with which the panel is ready before the update ends, since each further member adds waiting within the team. The planner and the
 * simulator follow the same rule as a run.
 */
public final class TeamSize {
    /** Share of the update's time within which the panel must be ready, as steps differ from their forecast. */
    private static final double MARGIN = 0.9;
    /** Least number of rows of the panel for each member. */
    private static final int LEAST_ROWS = 256;

    private TeamSize() {
    }

    /**
     * Returns the largest team for a panel.
     *
     * @param rows    number of the rank's rows of the panel
     * @param most number of the rank's workers that may be members
     */
    public static int most(double rows, int most) {
        return Math.clamp((long) (rows / LEAST_ROWS), 1, most);
    }

    /**
     * Returns the least number of members with which the panel is ready when the other workers have done the update; the largest team
     * allowed where none is enough.
     *
     * @param rows    number of the rank's rows of the panel
     * @param workers number of the rank's workers
     * @param alone   seconds of the panel that members do not share
     * @param shared  worker seconds of the panel, and of bringing its columns up to date, that members share
     * @param update  worker seconds of the trailing update behind the panel's columns
     */
    public static int of(double rows, int workers, double alone, double shared, double update) {
        int most = most(rows, workers);
        int size = 1;
        while (size < most && (workers - size) * (alone + shared / size) > MARGIN * update) {
            size++;
        }
        return size;
    }
}
