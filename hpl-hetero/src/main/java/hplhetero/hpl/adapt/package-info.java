/**
 * When and where block columns move, so that the map follows ranks whose speed changes while a run goes on: what is believed of the ranks'
 * speeds ({@link hplhetero.hpl.adapt.SpeedBelief}), how the remaining block columns are best dealt to these speeds
 * ({@link hplhetero.hpl.adapt.ColumnDeal}), and whether a new deal pays ({@link hplhetero.hpl.adapt.MoveRule}). Pure: real runs and runs in
 * virtual time follow the same rule.
 */
package hplhetero.hpl.adapt;
