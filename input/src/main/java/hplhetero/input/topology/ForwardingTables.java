package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The saved output of dump_lfts or dump_fts, or OpenSM's own opensm-lfts.dump: by which port each switch sends to each LID. */
final class ForwardingTables {
    /**
     * The first line of a table, such as {@code Unicast lids [0x0-0x23] of switch DR path slid 0; dlid 0; 0,1,4 guid 0x0000000000200003
     * (leaf3):}.
     */
    private static final Pattern SWITCH = Pattern.compile("Unicast lids .* guid 0x([0-9a-fA-F]{1,16}) \\(.*\\):");
    /** The line of an entry, such as {@code 0x0002 004 : (Channel Adapter portguid 0x0000000000100001: 'n0')}. */
    private static final Pattern ENTRY = Pattern.compile("0x([0-9a-fA-F]{1,4})\\s+([0-9]{1,3})(\\s.*)?");
    /** Lines that are passed over. The last one is a warning that dump_lfts prints about itself. */
    private static final Pattern IGNORED = Pattern.compile(
            "(#.*|Lid\\s+Out.*|Port\\s+Info.*|[0-9]+ (valid )?lids dumped.*||\\*\\*\\* WARNING .*dump_fts.*)");
    /** The number that stands for the port of a LID to which a switch has no route. */
    private static final int NO_PORT = 255;

    /**
     * The forwarding table of a switch.
     *
     * @param where   place of its first line, for messages
     * @param entries entries by LID
     */
    record Table(String where, Map<Integer, Entry> entries) {
    }

    /**
     * One entry of a forwarding table.
     *
     * @param where place of its line, for messages
     * @param port  number of the port where messages leave
     * @param note  text behind the port, which says whose LID it is; may be empty
     */
    record Entry(String where, int port, String note) {
    }

    private ForwardingTables() {
    }

    /**
     * Reads a file of forwarding tables.
     *
     * @return tables by the GUID of their switches
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    static Map<Long, Table> read(Path path) {
        return TextFile.read(path, TextFile.Kind.TABLES, ForwardingTables::read);
    }

    private static Map<Long, Table> read(TextFile file) {
        Map<Long, Table> tables = new HashMap<>();
        Table table = null;
        for (int i = 1; i <= file.lines().size(); i++) {
            String line = file.lines().get(i - 1).strip();
            Matcher head = SWITCH.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (head.matches()) {
                table = new Table(file.where(i), new HashMap<>());
                Table before = tables.putIfAbsent(Long.parseUnsignedLong(head.group(1), 16), table);
                if (before != null) {
                    throw new InputException(table.where() + ": a second table of switch " + head.group(1) + ", first in " + before.where()
                            + ": save the output of one run of dump_lfts");
                }
            } else if (entry.matches() && table != null) {
                enter(table, new Entry(file.where(i), Integer.parseInt(entry.group(2)),
                        entry.group(3) == null ? "" : entry.group(3).stripTrailing()), Integer.parseInt(entry.group(1), 16));
            } else if (!IGNORED.matcher(line).matches()) {
                throw Numbers.refused(file.where(i), "a line of dump_lfts such as `0x0002 004`", Numbers.quoted(line),
                        "save the output of dump_lfts again, without messages");
            }
        }
        if (tables.isEmpty()) {
            throw new InputException(file.name() + ": has no table: save the output of dump_lfts");
        }
        return tables;
    }

    private static void enter(Table table, Entry entry, int lid) {
        if (entry.port() == NO_PORT) {
            return;
        }
        Entry before = table.entries().putIfAbsent(lid, entry);
        if (before != null && before.port() != entry.port()) {
            throw new InputException(entry.where() + ": LID " + lid + " has port " + entry.port() + " here and port " + before.port()
                    + " in " + before.where() + ": save the output of one run of dump_lfts");
        }
    }
}
