/**
 * Native libraries through java.lang.foreign: loading one, finding its symbols, making the handles that call them; and memory from
 * the system.
 *
 * <p>Owns: all use of {@link java.lang.foreign.Linker} and {@link java.lang.foreign.SymbolLookup}, and the C library's calls that several
 * modules need. Must not know: which libraries there are, what memory is for. Who binds a library keeps the signatures of its functions,
 * the C prototype above each, in one class of its own.
 *
 * <p>Start reading at {@link hplhetero.ffm.NativeLibrary}, then {@link hplhetero.ffm.Downcall}.
 */
package hplhetero.ffm;
