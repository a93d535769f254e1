package hplhetero.run.launch;

import hplhetero.input.text.HostNames;
import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A list of hosts, and how many ranks each gets.
 *
 * @param ranks      number of ranks by host, in the order given; each &gt;= 1
 * @param isRankfile whether the hosts were given by a rankfile of Open MPI, which also names cores and the order of ranks on hosts; a
 *                   launch of this program follows neither
 */
public record HostList(SequencedMap<String, Integer> ranks, boolean isRankfile) {
    /** Pattern of a host's name, as in OpenSSH: no blank, and nothing that a shell or ssh would take for something else. */
    private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.@-]*";
    private static final Pattern HOST = Pattern.compile(NAME);
    /** Pattern of a host's name, or of several in Slurm's short form, {@code n[01-04]}. */
    private static final String NAMES = "([A-Za-z0-9_][A-Za-z0-9_.@,\\[\\]-]*)";
    private static final Pattern ITEM = Pattern.compile(NAMES + "(?::([0-9]{1,9}))?");
    /**
     * Pattern of what follows a host in a line: {@code :2}, or {@code slots=2} among other words, or only other words such as
     * {@code max_slots=8}, which leave the host one rank.
     */
    private static final String COUNT = "(?:\\s*:\\s*([0-9]{1,9})(?:\\s.*)?|(?:\\s++.*?)?(?<![\\w-])slots\\s*=\\s*([0-9]{1,9})(?:\\s.*)?"
            + "|(?:\\s+(?!slots\\b)[A-Za-z_-]+\\s*=\\s*\\S+)*)";
    private static final Pattern LINE = Pattern.compile(NAMES + COUNT);
    /**
     * Pattern of an IPv6 address, in brackets where a number of ranks follows. A user may stand before it, and a zone such as {@code %eth0}
     * behind it.
     */
    private static final String ADDRESS = "((?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?(\\[)?([0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)"
            + "(?:%[A-Za-z0-9_.-]+)?(])?)";
    private static final Pattern ADDRESS_LINE = Pattern.compile(ADDRESS + COUNT);
    private static final int OPENED = 2;
    private static final int LITERAL = 3;
    private static final int CLOSED = 4;
    private static final int COUNTED = 5;
    /** The most ranks on a host, more than the cores that a host has. */
    private static final int MOST_ON_A_HOST = 4096;
    /** The most ranks of a list, more than any run has. */
    private static final int MOST = 1 << 20;

    /** The hosts read so far, in the order in which they were named, with their ranks. */
    private static final class Named {
        private final SequencedMap<String, Integer> ranks = new LinkedHashMap<>();
        private int all;

        /**
         * Adds ranks of a host; a host that was named before gets these ranks too.
         *
         * @param host  the host's name or address
         * @param more  number of ranks to add
         * @param where the place in the user's text, with which messages begin
         * @throws InputException when a host, or the list, has too many ranks
         */
        void add(String host, int more, String where) {
            int before = ranks.getOrDefault(host, 0);
            if (more > MOST_ON_A_HOST - before) {
                throw new InputException(where + ": " + host + " has " + ((long) more + before) + " ranks: give at most " + MOST_ON_A_HOST);
            }
            if (more > MOST - all) {
                throw new InputException(where + ": more than " + MOST + " ranks: give fewer");
            }
            all += more;
            ranks.put(host, before + more);
        }
    }

    public HostList {
        if (ranks.isEmpty()) {
            throw new InputException("no hosts given: name some, such as --hosts a:2,b:2");
        }
    }

    /**
     * Makes a list that no rankfile gave.
     *
     * @param ranks number of ranks by host, in the order given; each &gt;= 1
     */
    public HostList(SequencedMap<String, Integer> ranks) {
        this(ranks, false);
    }

    /** Returns the names of all hosts, in the order given. */
    public List<String> names() {
        return List.copyOf(ranks.keySet());
    }

    /** Returns the number of ranks on all hosts together. */
    public int size() {
        return ranks.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the host of each rank, by rank. */
    public List<String> hostOfRank() {
        List<String> hosts = new ArrayList<>();
        ranks.forEach((host, count) -> {
            for (int i = 0; i < count; i++) {
                hosts.add(host);
            }
        });
        return hosts;
    }

    /**
     * Returns this list with another host in the place of one that is lost.
     *
     * @param lost  a host of this list
     * @param spare the host that gets its ranks
     */
    public HostList with(String lost, String spare) {
        SequencedMap<String, Integer> other = new LinkedHashMap<>();
        ranks.forEach((host, count) -> other.put(host.equals(lost) ? spare : host, count));
        return new HostList(other, isRankfile);
    }

    /** Returns the list in the form {@code a:2,b:1,[::1]:2}. */
    public String text() {
        return ranks.entrySet().stream().map(e -> written(e.getKey()) + ":" + e.getValue()).collect(Collectors.joining(","));
    }

    private static String written(String host) {
        int at = host.indexOf('@') + 1;
        return host.indexOf(':') < 0 ? host : host.substring(0, at) + "[" + host.substring(at) + "]";
    }

    /**
     * Reads a list such as {@code a:2,b:2,c} or {@code n[01-16]:2}; a host without a number gets one rank. A host given twice gets the
     * ranks of both entries. A number of ranks may follow an IPv6 address in brackets, {@code [::1]:2}; without brackets everything is the
     * address.
     *
     * @throws InputException when the text is no such list
     */
    public static HostList parse(String text) {
        Named named = new Named();
        for (String item : HostNames.items(text)) {
            Matcher matcher = ITEM.matcher(item);
            Matcher address = ADDRESS_LINE.matcher(item);
            if (address.matches() && address.group(COUNTED + 1) == null) {
                addOne(named, literal(address, "--hosts " + text), address.group(COUNTED), "--hosts " + text);
                continue;
            }
            if (!matcher.matches()) {
                throw new InputException("--hosts " + text + ": expected hosts such as a:2,b:2,c, found `" + item + "`");
            }
            add(named, matcher.group(1), matcher.group(2), "--hosts " + text);
        }
        return new HostList(named.ranks);
    }

    /**
     * Returns a list of hosts with the ranks that another program has counted. A host that is there twice gets the ranks of both.
     *
     * @param hosts names of hosts
     * @param ranks the number of ranks of each of them; each &gt;= 1
     * @param where the place of the list, with which messages begin
     * @throws InputException when a name is none of a host, or there are too many ranks
     */
    static HostList of(List<String> hosts, List<Integer> ranks, String where) {
        return new HostList(named(hosts, ranks, where));
    }

    /**
     * Returns the list of hosts of a rankfile. A host that is there several times gets the ranks of all of them.
     *
     * @param hosts name of the host of each rank, by rank
     * @param where name of the file, with which messages begin
     * @throws InputException when a name is none of a host, or there are too many ranks
     */
    static HostList ofRankfile(List<String> hosts, String where) {
        return new HostList(named(hosts, Collections.nCopies(hosts.size(), 1), where), true);
    }

    private static SequencedMap<String, Integer> named(List<String> hosts, List<Integer> ranks, String where) {
        Named named = new Named();
        for (int i = 0; i < hosts.size(); i++) {
            requireHost(hosts.get(i), where);
            named.add(hosts.get(i), ranks.get(i), where);
        }
        return named.ranks;
    }

    /**
     * Reads a file with one host a line. A line may be {@code a}, {@code a:2} (as MPICH has it) or {@code a slots=2} (as Open MPI has it),
     * several hosts as {@code n[01-04]} (as Slurm has it), or an IPv6 address as {@link #parse} takes it. A host on several lines, as in
     * the node file of PBS, gets the ranks of all of them. The sign {@code #} begins a comment. A file that begins with a line such as
     * {@code rank 0=a slot=0-3} is a rankfile of Open MPI: of this file, hosts and their numbers of ranks are taken.
     *
     * @throws InputException when the file cannot be read, naming the line
     */
    public static HostList read(Path file) {
        return TextFile.read(file, TextFile.Kind.HOSTS, text -> of(file, text.lines()));
    }

    private static HostList of(Path file, List<String> lines) {
        TreeMap<Integer, String> filled = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).split("#", 2)[0].strip();
            if (!line.isEmpty()) {
                filled.put(i + 1, line);
            }
        }
        String where = "--hostfile " + file;
        if (filled.isEmpty()) {
            throw new InputException(where + ": has no hosts: write one a line, such as `a slots=2`");
        }
        if (Rankfile.isLine(filled.firstEntry().getValue())) {
            return Rankfile.read(where, filled);
        }
        Named named = new Named();
        filled.forEach((number, line) -> addLine(named, line, where + ", line " + number));
        return new HostList(named.ranks);
    }

    private static void addLine(Named named, String line, String where) {
        Matcher address = ADDRESS_LINE.matcher(line);
        Matcher names = LINE.matcher(line);
        if (address.matches()) {
            addOne(named, literal(address, where), count(address, COUNTED), where);
        } else if (names.matches()) {
            add(named, names.group(1), count(names, 2), where);
        } else {
            throw new InputException(where + ": expected a host, with a:2 or a slots=2 for two ranks, found `" + line + "`");
        }
    }

    /** Returns the number of ranks behind a host, found in this group or in the next; null where there is none. */
    private static String count(Matcher line, int group) {
        return line.group(group) != null ? line.group(group) : line.group(group + 1);
    }

    private static void add(Named named, String hosts, String count, String where) {
        for (String host : HostNames.expand(hosts, where)) {
            requireHost(host, where);
            addOne(named, host, count, where);
        }
    }

    private static void requireHost(String host, String where) {
        if (!HOST.matcher(host).matches()) {
            throw new InputException(where + ": expected the name of a host, found `" + host + "`: correct it");
        }
    }

    /** Returns the name of a host that is an address, without brackets, as the remote shell takes it. */
    private static String literal(Matcher address, String where) {
        boolean whole = (address.group(OPENED) == null) == (address.group(CLOSED) == null);
        try {
            InetAddress.ofLiteral(address.group(LITERAL));
        } catch (IllegalArgumentException no) {
            whole = false;
        }
        if (!whole || address.group(OPENED) == null && address.group(COUNTED) != null) {
            throw new InputException(where + ": expected a host such as a, a:2, [::1] or [::1]:2, found `" + address.group()
                    + "`: correct it");
        }
        return address.group(1).replaceAll("[\\[\\]]", "");
    }

    private static void addOne(Named named, String host, String count, String where) {
        int more = count == null ? 1 : Integer.parseInt(count);
        if (more < 1) {
            throw new InputException(where + ": " + host + " has " + more + " ranks: give at least 1, or leave the host out");
        }
        named.add(host, more, where);
    }
}
