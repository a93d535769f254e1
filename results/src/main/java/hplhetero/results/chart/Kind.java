package hplhetero.results.chart;

/**
 * A kind of thing that bars or areas stand for.
 *
 * @param name  name in the legend
 * @param color colour as SVG takes it
 */
public record Kind(String name, String color) {
}
