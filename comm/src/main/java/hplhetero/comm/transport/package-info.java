/**
 * What the transports have in common; each has a package of its own below this one.
 *
 * <p>Owns: the rules for the arguments of a message. Must not know: how any transport carries it.
 */
package hplhetero.comm.transport;
