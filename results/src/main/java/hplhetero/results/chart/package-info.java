/**
 * Pictures as SVG: maps of blocks, plots of lines, bars and areas, and charts of who did what when.
 *
 * <p>Owns: how pictures are drawn, their colours and axes. Must not know: who measured or planned, where pictures are written.
 *
 * <p>Start reading at {@link hplhetero.results.chart.PlanSvg} and {@link hplhetero.results.chart.LineChart}; both write an
 * {@link hplhetero.results.chart.Svg}.
 */
package hplhetero.results.chart;
