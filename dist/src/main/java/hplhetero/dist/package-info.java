/**
 * Makes installable packages out of the built program: an archive and a Debian package for each architecture, with a Java runtime.
 *
 * <p>This package owns the places of files in a package, the choice of native files that stay, the modules of the runtime, and the bytes of
 * the package files. The same commit, JDK and version give the same bytes: names are sorted, times are those of the build, and the owner is
 * root. This package must not know what the program does, and is no part of the program.
 *
 * <p>Start reading at {@link hplhetero.dist.Main}, then {@code Packaging} and {@code LinkedRuntime}.
 */
package hplhetero.dist;
