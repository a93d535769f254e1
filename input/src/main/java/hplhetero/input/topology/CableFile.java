package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The saved output of ibnetdiscover: switches, channel adapters, and the cables between their ports. */
final class CableFile {
    /** The first line of a device, such as {@code Switch 12 "S-0000000000200005" # "leaf5" base port 0 lid 7 lmc 0}. */
    private static final Pattern DEVICE = Pattern.compile(
            "(Switch|H?[Cc]a|Rt)\\s+[0-9]+\\s+\"([SHR])-([0-9a-fA-F]{1,16})\"\\s*(?:#[^\"]*(?:\"(.*)\"(.*))?)?");
    private static final Pattern SWITCH_LID = Pattern.compile(".*\\slid ([0-9]{1,5})(?:\\s.*)?");
    /** The line of a port, such as {@code [1](100001) "S-0000000000200000"[1] # lid 2 lmc 1 "leaf0" lid 4 4xSDR}. */
    private static final Pattern PORT = Pattern.compile(
            "\\[([0-9]{1,3})](?:\\[ext [0-9]+])?(?:\\(([0-9a-fA-F]{1,16})\\))?\\s+\"[SHR]-([0-9a-fA-F]{1,16})\"\\[([0-9]{1,3})]"
                    + "(?:\\[ext [0-9]+])?(?:\\([0-9a-fA-F]+\\))?\\s*(?:#(.*))?");
    private static final Pattern LID = Pattern.compile("\\s*lid ([0-9]{1,5}) lmc ([0-7])\\s.*");
    /** A text with the speed of a cable at its end. {@code ibnetdiscover -f} writes numbers such as {@code w=2} behind it. */
    private static final Pattern SPEED = Pattern.compile(".*\\s([0-9]{1,2})x\\s?([A-Z0-9]+)(?:\\s+[a-z]+=\\S+)*\\s*");
    /** A text with a width or speed at its end that the tool did not know, such as {@code 4x???}. */
    private static final Pattern STRANGE_SPEED = Pattern.compile(".*\\s\\S*\\?\\S*(?:\\s+[a-z]+=\\S+)*\\s*");
    /** The pattern of a cable in a file of an ibnetdiscover that did not write speeds yet. */
    private static final Pattern ENDS_WITHOUT_SPEED = Pattern.compile(".*\\slid [0-9]{1,5}(?: lmc [0-7])?|.*\"");
    private static final Pattern IGNORED = Pattern.compile(
            "(#.*|vendid=.*|devid=.*|sysimgguid=.*|switchguid=.*|caguid=.*|rtguid=.*|Chassis .*|Non-Chassis Nodes|(Spine|Line) Nodes"
                    + "|DR path .*|)");
    /**
     * A line of {@code ibnetdiscover -p}: kind, LID, number and GUID of a port, speed, and the port at the other end of its cable if there
     * is one, such as {@code SW 4 1 0x0000000000200000 4x HDR - CA 2 1 0x0000000000100001 ( 'leaf0' - 'n0' )}.
     */
    private static final Pattern REPORTED = Pattern.compile("(SW|CA|RT)\\s+([0-9]{1,5})\\s+([0-9]{1,3})\\s+0x([0-9a-fA-F]{1,16})(\\s.*?)"
            + "(?:\\s-\\s+(SW|CA|RT)\\s+[0-9]{1,5}\\s+([0-9]{1,3})\\s+0x([0-9a-fA-F]{1,16})\\s+\\(\\s?'(.*)' - '.*'\\s?\\)|\\s+'.*')");
    /** A line of {@code ibnetdiscover -l}, {@code -H}, {@code -S} or {@code -R}, which list devices without their cables. */
    private static final Pattern LISTED = Pattern.compile("(Switch|Ca|Rt)\\s*:\\s*0x[0-9a-fA-F]+\\s+ports.*");
    /** The data rate of one lane in Gbit/s, by the name of its speed. */
    private static final Map<String, Double> LANE = Map.of("SDR", 2.0, "DDR", 4.0, "QDR", 8.0, "FDR10", 10.0, "FDR", 13.64, "EDR", 25.0,
            "HDR", 50.0, "NDR", 100.0, "XDR", 200.0);

    /** Characters that names in topology files cannot have. */
    private static final String NOT_IN_NAMES = "[\\s\\[\\](),=#]+";

    private final TextFile file;
    private final Map<Long, Device> devices = new LinkedHashMap<>();
    /** Whether the file is a report of ports, which does not say how many LIDs a port has. */
    private boolean report;

    private CableFile(TextFile file) {
        this.file = file;
    }

    /** The kinds of devices with ports. */
    enum Kind {
        SWITCH, CA, RT;

        /** Returns the letter that begins the names of such devices without a description, as in {@code H-0000000000100001}. */
        String letter() {
            return this == SWITCH ? "S" : this == CA ? "H" : "R";
        }
    }

    /**
     * A device with ports.
     *
     * @param where place of its first line, for messages
     * @param kind  switch, channel adapter, or router to another network
     * @param guid  permanent number of the device
     * @param name  description of the device, which people give it, with {@code _} in place of blanks
     * @param host  name of the adapter's host, if the description has two words such as {@code node1 HCA-1}: the first; otherwise empty
     * @param lid   LID of a switch; 0 where the file does not say it, and for adapters, whose ports have the LIDs
     * @param ports ports with a cable, by number
     */
    record Device(String where, Kind kind, long guid, String name, String host, int lid, TreeMap<Integer, Port> ports) {
    }

    /**
     * One end of a cable.
     *
     * @param where    place of its line, for messages
     * @param other    GUID of the device at the other end
     * @param port     number of the port at the other end
     * @param guid     GUID of the port at this end, or 0 where the file does not say it
     * @param lid      first LID of the port if it is a channel adapter's; otherwise 0
     * @param lmc      logarithm of the port's number of LIDs, which is 2^lmc
     * @param gigabits data rate in Gbit/s; 0 where the file does not say it
     */
    record Port(String where, long other, int port, long guid, int lid, int lmc, double gigabits) {
    }

    /**
     * What a file of cables says.
     *
     * @param devices  devices in the order of the file, with each cable at both of its ends
     * @param hasLmcs  whether the file says how many LIDs each port has; otherwise one is assumed
     */
    record Found(List<Device> devices, boolean hasLmcs) {
    }

    /**
     * Reads a file of cables: the output of ibnetdiscover, also with {@code -p}, {@code -f}, {@code -g} or {@code -s}.
     *
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    static Found read(Path path) {
        return TextFile.read(path, TextFile.Kind.CABLES, CableFile::of);
    }

    /** Returns what a file of cables says; {@link #read} tells the rest. */
    static Found of(TextFile text) {
        CableFile cables = new CableFile(text);
        cables.lines();
        cables.requireBothEnds();
        return new Found(new ArrayList<>(cables.devices.values()), !cables.report);
    }

    /** Returns whether a file is such an output: its first line that is no comment, nor about a vendor or a route, is one of a device. */
    static boolean reads(TextFile file) {
        return file.lines().stream().map(String::strip).filter(line -> !IGNORED.matcher(line).matches()).findFirst()
                .filter(line -> DEVICE.matcher(line).matches() || REPORTED.matcher(line).matches() || LISTED.matcher(line).matches())
                .isPresent();
    }

    private void lines() {
        Device device = null;
        for (int i = 1; i <= file.lines().size(); i++) {
            String line = file.lines().get(i - 1).strip();
            Matcher head = DEVICE.matcher(line);
            Matcher port = PORT.matcher(line);
            if (head.matches()) {
                device = device(file.where(i), head);
            } else if (port.matches() && device != null) {
                port(device, file.where(i), port);
            } else if (REPORTED.matcher(line).matches()) {
                reported(file.where(i), line);
            } else if (LISTED.matcher(line).matches()) {
                throw Numbers.refused(file.where(i), "cables", Numbers.quoted(line),
                        "save the output of ibnetdiscover without -l, -H, -S and -R, which list devices only");
            } else if (!IGNORED.matcher(line).matches()) {
                throw Numbers.refused(file.where(i), "a line of ibnetdiscover", Numbers.quoted(line),
                        "save the output of ibnetdiscover again, without options and messages");
            }
        }
        if (devices.isEmpty()) {
            throw new InputException(file.name() + ": has no switch and no channel adapter: save the output of ibnetdiscover");
        }
    }

    private Device device(String where, Matcher head) {
        long guid = Long.parseUnsignedLong(head.group(3), 16);
        String given = head.group(4) == null ? "" : head.group(4).strip();
        String description = given.replaceAll(NOT_IN_NAMES, "_");
        String name = description.isEmpty() ? head.group(2) + "-" + head.group(3) : description;
        Kind kind = head.group(1).equals("Hca") ? Kind.CA : Kind.valueOf(head.group(1).toUpperCase(Locale.ROOT));
        Matcher lid = SWITCH_LID.matcher(head.group(5) == null ? "" : head.group(5));
        Device device = new Device(where, kind, guid, name, host(kind, given),
                kind == Kind.SWITCH && lid.matches() ? Integer.parseInt(lid.group(1)) : 0, new TreeMap<>());
        Device before = devices.putIfAbsent(guid, device);
        if (before != null) {
            throw new InputException(where + ": device " + head.group(3) + " appears a second time in this file, first in " + before.where()
                    + ": save the output of one run of ibnetdiscover");
        }
        return device;
    }

    /** Returns the host of an adapter whose description has two words, else an empty text. */
    private static String host(Kind kind, String description) {
        String[] words = description.split("\\s+");
        return kind == Kind.CA && words.length == 2 ? words[0].replaceAll(NOT_IN_NAMES, "_") : "";
    }

    /** Adds the port of a line of {@code ibnetdiscover -p}, and its device where no line before was about it. */
    private void reported(String where, String line) {
        report = true;
        Matcher port = REPORTED.matcher(line);
        if (!port.matches() || port.group(6) == null) {
            return;
        }
        Kind kind = reportedKind(port.group(1));
        int number = Integer.parseInt(port.group(3));
        long portGuid = Long.parseUnsignedLong(port.group(4), 16);
        int lid = Integer.parseInt(port.group(2));
        long guid = deviceGuid(kind, portGuid, number);
        String given = port.group(9).strip();
        String description = given.replaceAll(NOT_IN_NAMES, "_");
        Device device = devices.computeIfAbsent(guid, _ -> new Device(where, kind, guid,
                description.isEmpty() ? "%s-%016x".formatted(kind.letter(), portGuid) : description, host(kind, given),
                kind == Kind.SWITCH ? lid : 0, new TreeMap<>()));
        long other = deviceGuid(reportedKind(port.group(6)), Long.parseUnsignedLong(port.group(8), 16), Integer.parseInt(port.group(7)));
        add(device, number, new Port(where, other, Integer.parseInt(port.group(7)), kind == Kind.CA ? portGuid : 0,
                kind == Kind.CA ? lid : 0, 0, gigabits(where, port.group(5))));
    }

    private static Kind reportedKind(String word) {
        return word.equals("SW") ? Kind.SWITCH : Kind.valueOf(word);
    }

    /**
     * Returns the number by which the ports of one device find each other in a report of ports. All ports of a switch have its GUID. The
     * GUIDs of an adapter's ports are consecutive.
     */
    private static long deviceGuid(Kind kind, long portGuid, int port) {
        return kind == Kind.SWITCH ? portGuid : portGuid - port;
    }

    private static void add(Device device, int number, Port port) {
        Port before = device.ports().putIfAbsent(number, port);
        if (before != null) {
            throw new InputException(port.where() + ": port " + number + " of " + device.name() + " has a second cable, first in "
                    + before.where() + ": drop one of the two");
        }
    }

    private static void port(Device device, String where, Matcher port) {
        String note = port.group(5) == null ? "" : port.group(5);
        Matcher lid = LID.matcher(note);
        boolean adapter = device.kind() == Kind.CA;
        if (adapter && !lid.matches()) {
            throw Numbers.refused(where, "lid and lmc of the adapter's port behind #", Numbers.quoted(note), "save the output of "
                    + "ibnetdiscover after a subnet manager has assigned LIDs");
        }
        int number = Integer.parseInt(port.group(1));
        add(device, number, new Port(where, Long.parseUnsignedLong(port.group(3), 16), Integer.parseInt(port.group(4)),
                port.group(2) == null ? 0 : Long.parseUnsignedLong(port.group(2), 16), adapter ? Integer.parseInt(lid.group(1)) : 0,
                adapter ? Integer.parseInt(lid.group(2)) : 0, gigabits(where, note)));
    }

    private static double gigabits(String where, String note) {
        Matcher speed = SPEED.matcher(note);
        if (ENDS_WITHOUT_SPEED.matcher(note.strip()).matches() || STRANGE_SPEED.matcher(note).matches()) {
            return 0;
        }
        if (!speed.matches() || !LANE.containsKey(speed.group(2)) || Integer.parseInt(speed.group(1)) < 1) {
            throw Numbers.refused(where, "the speed of the cable at the end of the line, such as 4xHDR", Numbers.quoted(note.strip()),
                    "write the number of lanes, x and one of SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR");
        }
        return Integer.parseInt(speed.group(1)) * LANE.get(speed.group(2));
    }

    private void requireBothEnds() {
        Map<Long, Device> known = new HashMap<>(devices);
        for (Device device : devices.values()) {
            device.ports().forEach((number, port) -> {
                Device other = known.get(port.other());
                Port back = other == null ? null : other.ports().get(port.port());
                if (back == null || back.other() != device.guid() || back.port() != number) {
                    throw new InputException(port.where() + ": the cable of port " + number + " of " + device.name()
                            + " has no other end in this file: save the whole output of ibnetdiscover");
                }
            });
        }
    }
}
