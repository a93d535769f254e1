package hplhetero.hpl.cluster;

/** The rule that says for which grids the cost of panels on devices (GPUs) is measured as a run pays it. */
public final class DevicePanels {
    private DevicePanels() {
    }

    /**
     * Returns whether plans count what a device takes for a panel. They do where one rank has all rows of it. With more ranks devices
     * factor too, but trade a pivot row with other ranks for each column, which no calibration measures: plans then count the workers'
     * time.
     *
     * @param ranks number of ranks of the process column, P on a grid of P x Q
     */
    public static boolean counted(int ranks) {
        return ranks == 1;
    }
}
