/**
 * Pictures as SVG: a plan's map of blocks, and lines over one axis.
 *
 * <p>Owns: how they are drawn, their colours and axes. Must not know: who measured or planned, where they are written.
 *
 * <p>Start reading at {@link hplhetero.results.chart.PlanSvg} and {@link hplhetero.results.chart.LineChart}; both write an
 * {@link hplhetero.results.chart.Svg}.
 */
package hplhetero.results.chart;
