/**
 * Pictures as SVG.
 *
 * <p>Owns: how they are drawn. Must not know: who measured or planned, where they are written.
 *
 * <p>Start reading at {@link hplhetero.results.chart.PlanSvg}.
 */
package hplhetero.results.chart;
