package hplhetero.run.net.paper;

/**
 * Something that a paper says of its figures.
 *
 * @param where   the figures
 * @param words   what it says
 * @param holds   whether ours say so too
 * @param figures of ours that tell
 */
record Claim(String where, String words, boolean holds, String figures) {

    String row() {
        return "| " + where + " | " + words + " | " + (holds ? "yes" : "**no**") + " | " + figures + " |\n";
    }
}
