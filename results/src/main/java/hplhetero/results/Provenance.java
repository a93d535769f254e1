package hplhetero.results;

/**
 * The facts by which somebody else can repeat a run, or find its job. Each is empty where it is not known.
 *
 * @param command the command line that the user gave, quoted for a shell, such as {@code hpl run -N 20000}
 * @param commit  the commit of this program's sources of which the program was built; ends with {@code -dirty} where sources had been
 *                changed since
 * @param job     the batch system and the number of the user's job there, such as {@code Slurm 4711}
 */
public record Provenance(String command, String commit, String job) {
    /** The provenance of a run of which nothing is known. */
    public static final Provenance UNKNOWN = new Provenance("", "", "");
}
