package hplhetero.run.launch;

/** Quoting of words for a Bourne shell. */
final class Shell {
    private Shell() {
    }

    /** Returns the text as one word of a shell, whatever characters are in it. */
    static String quote(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
