/**
 * How many bytes a case takes of each rank, known before anything is allocated.
 *
 * <p>Owns: the sum. Must not know: plans, measurements, how much memory there is.
 *
 * <p>Start reading at {@link hplhetero.hpl.memory.CaseMemory}.
 */
package hplhetero.hpl.memory;
