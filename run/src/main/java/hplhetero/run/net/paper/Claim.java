package hplhetero.run.net.paper;

/**
 * A statement that a paper makes about its figures.
 *
 * @param where   the paper's figures
 * @param words   what the paper says
 * @param holds   whether our figures say so too
 * @param figures numbers from our figures that tell
 */
record Claim(String where, String words, boolean holds, String figures) {

    /** Returns the claim as a row of a table in Markdown: figures of the paper, claim, whether it holds here, our numbers. */
    String row() {
        return "| " + where + " | " + words + " | " + (holds ? "yes" : "**no**") + " | " + figures + " |\n";
    }
}
