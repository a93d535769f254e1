package hplhetero.hpl.model.messages;

/** Who sends to whom. */
public record Pair(int from, int to) {
}
