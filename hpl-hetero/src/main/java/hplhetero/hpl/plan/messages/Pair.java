package hplhetero.hpl.plan.messages;

/** Who sends to whom. */
public record Pair(int from, int to) {
}
