/**
 * The number of bytes that a case takes of each rank, known before anything is allocated.
 *
 * <p>Owns: the sum of these bytes. Must not know: plans, measurements, and how much memory a machine has.
 *
 * <p>Start reading at {@link hplhetero.hpl.memory.CaseMemory}.
 */
package hplhetero.hpl.memory;
