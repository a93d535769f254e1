/**
 * Makes packages to install out of the built program: an archive and a Debian package for each architecture, with a Java runtime.
 *
 * <p>Owns: what lies where in a package, which natives stay, the modules of the runtime, the bytes of the files. The same commit, JDK and
 * version give the same bytes: names are sorted, times are those of the build, owners root. Must not know: what the program does; it is
 * no part of it.
 *
 * <p>Start reading at {@link hplhetero.dist.Main}, then {@code Packaging} and {@code LinkedRuntime}.
 */
package hplhetero.dist;
