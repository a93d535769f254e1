package hplhetero.input;

import hplhetero.hpl.problem.StepChoices.Free;

/**
 * Who chooses the broadcast and the row swap of a run.
 *
 * @param bcast the broadcast
 * @param swap  the row swap
 */
public record WhoChooses(By bcast, By swap) {
    /** The user chooses both: an HPL.dat without a word of ours, or a plan that says them. */
    public static final WhoChooses USER = new WhoChooses(By.USER, By.USER);
    /** No HPL.dat. */
    static final WhoChooses NOBODY = new WhoChooses(By.NOBODY, By.NOBODY);

    /** Who does. */
    public enum By {
        /** HPL.dat or an option names it. */
        USER,
        /** No file and no option says anything. */
        NOBODY,
        /** {@code auto} is asked for. */
        PROGRAM
    }

    /**
     * What is the program's to choose: what it is asked to and, where several hosts take part, what nobody chose.
     */
    public Free free(boolean severalHosts) {
        boolean broadcast = programs(bcast, severalHosts);
        boolean rows = programs(swap, severalHosts);
        return broadcast && rows ? Free.BOTH : broadcast ? Free.BROADCAST : rows ? Free.SWAP : Free.NOTHING;
    }

    private static boolean programs(By by, boolean severalHosts) {
        return by == By.PROGRAM || by == By.NOBODY && severalHosts;
    }
}
