/**
 * The components that tests need of a machine beyond a JDK and Maven, and what happens where one is missing. The tests are then left out,
 * and the build says so at its end; with {@code CI=true} they fail.
 *
 * <p>This package owns the one list of such components, how each is found and how to get it, and InfiniBand ports that are made up where a
 * machine has none. It must not know any module of the product; the modules know this package only in their tests.
 *
 * <p>Start reading at {@link hplhetero.testing.Component}.
 */
package hplhetero.testing;
