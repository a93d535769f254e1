/**
 * The tests of a run: from a file, from {@code ./HPL.dat}, or sized to this machine; and whether they fit into its memory.
 *
 * <p>Owns: the rules that choose and size tests. Must not know: how a test is run or reported, or the command line's library.
 *
 * <p>Start reading at {@link hplhetero.run.cases.CaseChoice}.
 */
package hplhetero.run.cases;
