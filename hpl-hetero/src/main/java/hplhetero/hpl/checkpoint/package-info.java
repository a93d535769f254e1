/**
 * The state of a factorization between two panels, in files of each rank.
 *
 * <p>Owns: which elements of a local matrix a factorization still needs, the bytes of the files, and what is refused when they are read.
 * Must not know: messages, and when a state is written.
 *
 * <pre>
 * rank-3.u        rows of U, appended as they are finished; never written twice
 * rank-3.0, .1    generations in turn: a header, the pivots, the trailing matrix
 *
 * every file is a row of pieces:
 *   length of the payload, 4 bytes   CRC-32C of the payload, 4 bytes   payload, at most 4 MiB
 * numbers are little-endian; elements are doubles, by block row, then by local matrix, then by row
 * </pre>
 *
 * <p>Start reading at {@link hplhetero.hpl.checkpoint.Checkpoint}; {@link hplhetero.hpl.checkpoint.StateReader} reads what
 * another rank wrote, perhaps on another map.
 */
package hplhetero.hpl.checkpoint;
