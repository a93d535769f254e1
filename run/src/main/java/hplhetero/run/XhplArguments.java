package hplhetero.run;

import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.cases.InputFile;
import hplhetero.run.start.LaunchedRank;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a command line that was written for another HPL: for netlib's xhpl, which has no arguments, or for the programs of Intel, Nvidia
 * and AMD (rocHPL), which have some. Where an argument means what one of this program's options means, it is taken for that option. Where
 * it means something else, an error names what to write.
 */
final class XhplArguments {
    /** Environment variable that the script {@code hpl} sets where it is called by the name xhpl, as a link to it. */
    static final String CALLED = "HPL_AS_XHPL";

    private static final String RUN = "run";
    /** Words with which this program's help or version is asked for, as the other programs do. */
    private static final Set<String> ASKING = Set.of("-h", "--help", "-V", "--version");
    /** Arguments of rocHPL and of Nvidia's program whose value is the input file. */
    private static final Set<String> FILE = Set.of("-i", "--input", "--dat");
    private static final String FILE_OF_NVIDIA = "--dat";
    /** The argument of rocHPL for the number of repetitions, the only one that counts beside an input file. */
    private static final String REPETITIONS = "-it";
    /** Arguments of Intel's program and of rocHPL by the option that means the same. */
    private static final Map<String, String> SAME = Map.ofEntries(Map.entry("-n", "-N"), Map.entry("-b", "--nb"), Map.entry("-NB", "--nb"),
            Map.entry("--sizeN", "-N"), Map.entry("--sizeNB", "--nb"), Map.entry("--ranksP", "-P"), Map.entry("--ranksQ", "-Q"),
            Map.entry(REPETITIONS, "--repeat"));
    /** Intel's arguments for the grid. In rocHPL they stand for the part of the grid on a node. */
    private static final Map<String, String> GRID = Map.of("-p", "-P", "-q", "-Q");
    /** The arguments by which rocHPL gives the grid; an Intel command line has none of these. */
    private static final Set<String> GRID_OF_ROCHPL = Set.of("-P", "-Q", "--ranksP", "--ranksQ");
    /** What to write in the place of arguments for which there is no option that means the same. */
    private static final Map<String, String> OTHER = Map.ofEntries(
            Map.entry("-f", "rocHPL's split of the update: the update is split by measuring, so drop it"),
            Map.entry("--frac", "rocHPL's split of the update: the update is split by measuring, so drop it"),
            Map.entry("--gpu-affinity", "Nvidia's choice of GPUs: each rank of a host takes another GPU; --device N names one"),
            Map.entry("--cpu-affinity", "Nvidia's binding: ranks are bound to cores by --bind core, rank or none"),
            Map.entry("--mem-affinity", "Nvidia's binding: memory is placed near the cores of a rank, see --bind"),
            Map.entry("--ucx-affinity", "Nvidia's choice of networks: set UCX_NET_DEVICES in the environment"),
            Map.entry("--ucx-tls", "Nvidia's choice of transports: set UCX_TLS in the environment"),
            Map.entry("--exec-name", "Nvidia's choice of a program: drop it"),
            Map.entry("--no-multinode", "Nvidia's run without a network: give --transport local"),
            Map.entry("--cuda-compat", "Nvidia's choice of a driver: set LD_LIBRARY_PATH, and see ./hpl devices"));
    private static final int BYTES = 8;

    private final List<String> words;
    private final boolean rocHpl;
    private final List<String> options = new ArrayList<>();
    private String file;

    private XhplArguments(List<String> words) {
        this.words = words;
        this.rocHpl = words.stream().anyMatch(GRID_OF_ROCHPL::contains);
    }

    /**
     * Returns the command line that this program reads. It is the one given, unless it has no command and this program stands in the place
     * of an xhpl: it was called by this name, or an MPI or Slurm has started it with options, with an input file or without any word.
     *
     * @param words       the words of the command line
     * @param environment the environment variables of this process
     * @param commands    the names of this program's commands
     * @param folder      the working folder
     * @throws InputException when an argument means something that no option of this program means, or when there is neither an argument
     *         nor a file HPL.dat in the folder
     */
    static List<String> read(List<String> words, Map<String, String> environment, Set<String> commands, Path folder) {
        boolean asked = !words.isEmpty() && (commands.contains(words.getFirst()) || ASKING.contains(words.getFirst()));
        boolean inPlace = environment.containsKey(CALLED) || LaunchedRank.isOne(environment)
                && (words.isEmpty() || words.getFirst().startsWith("-") || Files.exists(folder.resolve(words.getFirst())));
        if (asked || !inPlace) {
            return words;
        }
        if (words.isEmpty() && !Files.exists(folder.resolve(InputFile.FILE_NAME))) {
            throw new InputException("./" + InputFile.FILE_NAME + ": no such file: write one, or give options such as -N 8000 --nb 192, "
                    + "or the command `run`, which chooses a test");
        }
        return new XhplArguments(words).translated();
    }

    private List<String> translated() {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean grid = GRID.containsKey(word) && !rocHpl;
            if (FILE.contains(word)) {
                takeFile(word, value(i));
                i++;
            } else if (SAME.containsKey(word) || grid) {
                options.addAll(List.of(grid ? GRID.get(word) : SAME.get(word), value(i)));
                i++;
            } else {
                refuse(word, i);
                options.add(word);
            }
        }
        options.addFirst(RUN);
        if (file != null) {
            options.add(file);
        }
        return options;
    }

    private void refuse(String word, int at) {
        if (GRID.containsKey(word)) {
            throw new InputException(word + " " + value(at)
                    + ": rocHPL's grid of the ranks on a node: the launcher and --pmap place ranks, so drop it");
        }
        if (word.equals("-m")) {
            double megabytes = OptionText.integer("-m", value(at), 1);
            throw new InputException("-m " + value(at) + ": Intel's size of the matrix in Mbytes: give the order, -N "
                    + (long) Math.sqrt(megabytes * 1e6 / BYTES) + ", or --mem, the memory of each host");
        }
        if (OTHER.containsKey(word)) {
            throw new InputException(word + ": " + OTHER.get(word));
        }
    }

    private void takeFile(String word, String name) {
        boolean alone = words.stream().allMatch(other -> other.equals(REPETITIONS) || !SAME.containsKey(other) && !GRID.containsKey(other)
                && !GRID_OF_ROCHPL.contains(other) && !other.equals("-N"));
        if (!word.equals(FILE_OF_NVIDIA) && !alone) {
            throw new InputException(word + " " + name + ": rocHPL then reads all values from the file: drop the other options, or name "
                    + "the file without " + word + ", so that they replace its values");
        }
        file = name;
    }

    private String value(int at) {
        if (at + 1 >= words.size()) {
            throw new InputException(words.get(at) + ": a value is missing behind it");
        }
        return words.get(at + 1);
    }
}
