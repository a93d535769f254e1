package hplhetero.hpl.cluster;

/** The rule that says on which grids devices (GPUs) can factor panels. */
public final class DevicePanels {
    private DevicePanels() {
    }

    /**
     * Returns whether a device can factor the panels of a process column. It can where one rank has all rows of these panels.
     *
     * @param ranks number of ranks of the process column, P on a grid of P x Q
     */
    public static boolean possible(int ranks) {
        return ranks == 1;
    }
}
