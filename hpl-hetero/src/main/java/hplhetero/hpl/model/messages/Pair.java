package hplhetero.hpl.model.messages;

/**
 * The two ends of a message.
 *
 * @param from number of the sender among the members
 * @param to   number of the receiver among the members
 */
public record Pair(int from, int to) {
}
