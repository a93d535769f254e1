package hplhetero.run.launch;

/** Words for a Bourne shell. */
final class Shell {
    private Shell() {
    }

    /** One word, whatever is in it. */
    static String quote(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
