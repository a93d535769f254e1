/**
 * What a run keeps on disk of itself so that it can be resumed: its command line, its tests, and the results of those that are finished.
 *
 * <p>Owns: the files of the folder of a run but for the states of tests, and the signals at which a run ends in good order. Must not know:
 * how a test is solved, and what its state consists of.
 *
 * <p>Start reading at {@link hplhetero.run.resume.SweepKeeper}.
 */
package hplhetero.run.resume;
