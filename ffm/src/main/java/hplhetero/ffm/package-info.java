/**
 * Native libraries through java.lang.foreign: loading a library, finding its symbols, making the handles that call them. Also memory
 * straight from the system.
 *
 * <p>Owns: all use of {@link java.lang.foreign.Linker} and {@link java.lang.foreign.SymbolLookup}, and the calls of the C library that
 * several modules need. Must not know: which libraries there are, what memory is for. A module that binds a library keeps the signatures of
 * its functions in one class of its own, with the C prototype above each.
 *
 * <p>Start reading at {@link hplhetero.ffm.NativeLibrary}, then {@link hplhetero.ffm.Downcall}.
 */
package hplhetero.ffm;
