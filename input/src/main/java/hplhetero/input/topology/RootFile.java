package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file that names the root switches of a fat tree by their GUIDs, one on each line, as OpenSM's root_guid_file does. */
public final class RootFile {
    private static final Pattern LINE = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{1,16})(?:\\s.*)?");

    private RootFile() {
    }

    /**
     * Reads the roots of a subnet. Lines that are empty or begin with {@code #} are passed over.
     *
     * @param file   the file
     * @param subnet the subnet that has the switches
     * @return numbers of the switches, from 0, in the order of the file
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    public static List<Integer> read(Path file, Subnet subnet) {
        Map<Long, Integer> known = new HashMap<>();
        for (int s = 0; s < subnet.fabric().switches(); s++) {
            known.put(subnet.switchGuid(s), s);
        }
        return TextFile.read(file, TextFile.Kind.ROOTS, text -> {
            List<Integer> roots = new ArrayList<>();
            for (int i = 1; i <= text.lines().size(); i++) {
                String line = text.lines().get(i - 1).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    roots.add(root(text.where(i), line, known));
                }
            }
            if (roots.isEmpty()) {
                throw new InputException(text.name() + ": has no GUID: write the GUID of each root switch on a line of its own");
            }
            return roots;
        });
    }

    private static int root(String where, String line, Map<Long, Integer> known) {
        Matcher guid = LINE.matcher(line);
        Integer root = guid.matches() ? known.get(Long.parseUnsignedLong(guid.group(1), 16)) : null;
        if (root == null) {
            throw Numbers.refused(where, "the GUID of a switch of the fabric, such as 0x0002c902004049a8", Numbers.quoted(line),
                    "take GUIDs of switches from the file of cables (switchguid=)");
        }
        return root;
    }
}
