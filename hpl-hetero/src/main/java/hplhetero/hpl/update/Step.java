package hplhetero.hpl.update;

import hplhetero.blas.PanelUpdate;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.swap.SwappedRows;

/** The update of some columns of a local matrix with one panel. */
final class Step {
    final LocalMatrix a;
    final PanelUpdate update;
    final SwappedRows rows;
    final int jb;
    /** First of the columns that are updated, the column to which {@link #rows} refers. */
    final int first;
    /**
     * Column of the work space for U where U of column {@link #first} goes. Not used where tasks are cut by columns, and each worker has a
     * place.
     */
    final int u;
    /** First local row of the panel's own block row, or -1 where another rank owns it. */
    final int top;
    final int below;
    final int m;
    final Lane lane;

    Step(Lane lane, LocalMatrix a, Panel panel, int first, int u, SwappedRows rows, PanelUpdate update) {
        this.lane = lane;
        this.a = a;
        this.first = first;
        this.u = u;
        this.rows = rows;
        this.update = update;
        jb = panel.width();
        top = a.rows().owns(panel.k()) ? a.rows().start(panel.k()) : -1;
        below = a.rows().start(panel.k() + 1);
        m = a.rows().size() - below;
    }
}
