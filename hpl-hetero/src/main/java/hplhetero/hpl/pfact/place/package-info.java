/**
 * The choice of who factors a panel, a rank's device or its workers, by measurement before the clock starts.
 *
 * <p>Owns: the panels that both factor in turn, and what was measured so far. Must not know: how the choice is used in a run, and what
 * ranks tell each other.
 *
 * <p>Start reading at {@link hplhetero.hpl.pfact.place.PanelPlaces}.
 */
package hplhetero.hpl.pfact.place;
