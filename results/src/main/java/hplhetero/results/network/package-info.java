/**
 * Pictures of networks as SVG: nodes and switches, where ranks sit, and how much passes each link.
 *
 * <p>Owns: how each kind of fabric is laid out, and what loads look like. Must not know: what is sent, files, the command line.
 *
 * <p>Start reading at {@link hplhetero.results.network.NetworkSvg}, which draws a {@code Sketch}. {@code GridLayout} makes the sketch of
 * meshes and tori, {@code LayerLayout} that of all other fabrics.
 */
package hplhetero.results.network;
