/**
 * The secret that the ranks of a job share, and the connections that it protects. Their records are encrypted and authenticated, so that
 * nobody else can read, change, repeat or invent what a rank says.
 *
 * <p>Owns: the token, the keys made from it, the form of a sealed record. Must not know: what is said, and between whom.
 *
 * <p>Start reading at {@link hplhetero.comm.session.JobToken}, then {@link hplhetero.comm.session.RecordCipher}.
 */
package hplhetero.comm.session;
