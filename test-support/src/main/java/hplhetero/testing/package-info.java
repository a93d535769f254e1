/**
 * What tests need of a machine beyond a JDK and Maven, and what is done where it is missing: there the tests are left out and the
 * build says so at its end; with {@code CI=true} they fail.
 *
 * <p>Owns: the one list of such components, how each is found and how to get it. Must not know: any module of the product, which know
 * it only in their tests. Start at {@link hplhetero.testing.Component}.
 */
package hplhetero.testing;
