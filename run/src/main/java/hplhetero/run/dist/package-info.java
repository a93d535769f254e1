/**
 * {@code hpl dist}: packages to install, made from the sources.
 *
 * <p>Owns: the version of what is made, its build by Maven beside the build that runs, the call of the tool that packs it (module dist).
 * Must not know: what a package holds.
 *
 * <p>Start reading at {@link hplhetero.run.dist.DistCommand}.
 */
package hplhetero.run.dist;
