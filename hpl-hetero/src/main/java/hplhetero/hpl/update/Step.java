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
    /** First of the columns that are updated, to which {@link #rows} refers. */
    final int first;
    /** Where U of that column goes; not where tasks are cut by columns, which each worker has a place for. */
    final int u;
    /** Where the panel's own block row begins, or -1 where others hold it. */
    final int top;
    final int below;
    final int m;
    /** Whether the host updates it beside a device. */
    final boolean beside;

    Step(LocalMatrix a, Panel panel, int first, int u, SwappedRows rows, PanelUpdate update, boolean beside) {
        this.a = a;
        this.beside = beside;
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
