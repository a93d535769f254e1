package hplhetero.input;

import hplhetero.hpl.problem.StepChoices.Free;
import java.io.Serializable;

/**
 * The rules of who chooses the broadcast and the row swap of a run.
 *
 * @param bcast who chooses the broadcast
 * @param swap  who chooses the row swap
 */
public record WhoChooses(By bcast, By swap) implements Serializable {
    /** The user chooses both: an HPL.dat without {@code auto}, or a plan that says both. */
    public static final WhoChooses USER = new WhoChooses(By.USER, By.USER);
    /** Nobody has chosen, because there is no HPL.dat. */
    static final WhoChooses NOBODY = new WhoChooses(By.NOBODY, By.NOBODY);

    /** The parties that may make a choice. */
    public enum By {
        /** The user, because HPL.dat or an option names the choice. */
        USER,
        /** Nobody, because no file and no option says anything. */
        NOBODY,
        /** The program, because {@code auto} is asked for. */
        PROGRAM
    }

    /**
     * Returns which of broadcast and row swap the program chooses: one for which {@code auto} was asked for and, if several hosts take
     * part, also one for which neither file nor option says anything.
     *
     * @param severalHosts whether ranks run on more than one host
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
