package hplhetero.results.chart;

/** What a bar or an area stands for, with its colour as SVG takes it. */
public record Kind(String name, String color) {
}
