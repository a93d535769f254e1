/**
 * Which tests are run: from a file, from {@code ./HPL.dat}, or sized to this machine; and whether they fit
 * into its memory.
 *
 * <p>Owns: these rules. Must not know: how a test is run or reported, the command line's library.
 *
 * <p>Start reading at {@link hplhetero.run.cases.CaseChoice}.
 */
package hplhetero.run.cases;
