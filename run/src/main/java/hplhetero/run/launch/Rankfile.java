package hplhetero.run.launch;

import hplhetero.input.text.InputException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reader of Open MPI's rankfiles, in which each line places one rank on cores of a host: {@code rank 0=a slot=0:0-3}. */
final class Rankfile {
    private static final Pattern BEGIN = Pattern.compile("rank\\s+[0-9]+\\s*=.*");
    private static final Pattern LINE = Pattern.compile("rank\\s+([0-9]{1,9})\\s*=\\s*(\\S+)\\s+slots?\\s*=\\s*\\S.*");

    private Rankfile() {
    }

    /** Returns whether a line of a file with hosts is one of a rankfile, apart from mistakes in what follows the rank's number. */
    static boolean isLine(String line) {
        return BEGIN.matcher(line).matches();
    }

    /**
     * Returns the hosts of a rankfile in the order in which the ranks have them first, with the number of ranks that each gets. The cores
     * that the file names, and the order of ranks on several hosts, are not in this list.
     *
     * @param file  name of the file, with which messages begin
     * @param lines the lines of the file without comments, by their numbers from 1; none is empty
     * @throws InputException when a line places no rank, or the ranks are not numbered 0, 1, 2 and so on, each once
     */
    static HostList read(String file, SortedMap<Integer, String> lines) {
        SortedMap<Integer, String> hostOfRank = new TreeMap<>();
        lines.forEach((number, line) -> {
            String where = file + ", line " + number;
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new InputException(where + ": expected a line of a rankfile, such as `rank 0=a slot=0-3`, found `" + line + "`");
            }
            int rank = Integer.parseInt(matcher.group(1));
            if (matcher.group(2).startsWith("+")) {
                throw new InputException(where + ": `" + matcher.group(2) + "` counts in another list of hosts: name the host itself");
            }
            if (hostOfRank.put(rank, matcher.group(2)) != null) {
                throw new InputException(where + ": places rank " + rank + " a second time: give each rank one line");
            }
        });
        if (hostOfRank.lastKey() >= hostOfRank.size()) {
            int missing = 0;
            while (hostOfRank.containsKey(missing)) {
                missing++;
            }
            throw new InputException(file + ": places rank " + hostOfRank.lastKey() + ", but not rank " + missing
                    + ": number the ranks 0, 1, 2 and so on");
        }
        return HostList.ofRankfile(List.copyOf(hostOfRank.values()), file);
    }
}
