package hplhetero.run.launch;

import hplhetero.input.text.HostNames;
import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hosts and how many ranks each gets.
 *
 * @param ranks by host, in the order given; each &gt;= 1
 */
public record HostList(SequencedMap<String, Integer> ranks) {
    /** As in OpenSSH: no blank, nothing a shell or ssh would take for something else. */
    private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.@-]*";
    private static final Pattern HOST = Pattern.compile(NAME);
    /** A name, or several in Slurm's short form, {@code n[01-04]}. */
    private static final String NAMES = "([A-Za-z0-9_][A-Za-z0-9_.@,\\[\\]-]*)";
    private static final Pattern ITEM = Pattern.compile(NAMES + "(?::([0-9]{1,5}))?");
    private static final Pattern LINE = Pattern.compile(NAMES
            + "(?:\\s*:\\s*([0-9]{1,5})(?:\\s.*)?|(?:\\s+.*?)?\\bslots\\s*=\\s*([0-9]{1,5})(?:\\s.*)?)?");
    /** A line of Open MPI's rankfile, which is one rank. */
    private static final Pattern RANK_LINE = Pattern.compile("rank\\s+[0-9]+\\s*=\\s*(" + NAME + ")\\s+slots?\\s*=.*");

    public HostList {
        if (ranks.isEmpty()) {
            throw new InputException("no hosts given: name some, such as --hosts a:2,b:2");
        }
    }

    /** Names of all hosts. */
    public List<String> names() {
        return List.copyOf(ranks.keySet());
    }

    /** Number of ranks on all hosts together. */
    public int size() {
        return ranks.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The host of each rank. */
    public List<String> hostOfRank() {
        List<String> hosts = new ArrayList<>();
        ranks.forEach((host, count) -> {
            for (int i = 0; i < count; i++) {
                hosts.add(host);
            }
        });
        return hosts;
    }

    /** In the form {@code a:2,b:1}. */
    public String text() {
        return ranks.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()).collect(Collectors.joining(","));
    }

    /**
     * Reads {@code a:2,b:2,c} or {@code n[01-16]:2}; one rank where no number is given. A host given twice gets the ranks of both.
     *
     * @throws InputException when it is no such list
     */
    public static HostList parse(String text) {
        SequencedMap<String, Integer> ranks = new LinkedHashMap<>();
        for (String item : HostNames.items(text)) {
            Matcher matcher = ITEM.matcher(item);
            if (!matcher.matches()) {
                throw new InputException("--hosts " + text + ": expected hosts such as a:2,b:2,c, found `" + item + "`");
            }
            add(ranks, matcher.group(1), matcher.group(2), "--hosts " + text);
        }
        return new HostList(ranks);
    }

    /**
     * Reads a file with a host a line: {@code a}, {@code a:2} (as MPICH has it) or {@code a slots=2} (as Open MPI has it), several as
     * {@code n[01-04]} (as Slurm has it), or {@code rank 0=a slot=0-3} (a rankfile, of which the ranks of each host are counted);
     * {@code #} begins a comment.
     *
     * @throws InputException when it cannot be read, naming the line
     */
    public static HostList read(Path file) {
        return TextFile.read(file, TextFile.Kind.HOSTS, text -> of(file, text.lines()));
    }

    private static HostList of(Path file, List<String> lines) {
        SequencedMap<String, Integer> ranks = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            String where = "--hostfile " + file + ", line " + (i + 1);
            Matcher rank = RANK_LINE.matcher(line);
            Matcher matcher = LINE.matcher(line);
            if (rank.matches()) {
                add(ranks, rank.group(1), null, where);
            }
            if (line.isEmpty() || rank.matches()) {
                continue;
            }
            if (!matcher.matches()) {
                throw new InputException(where + ": expected a host, with a:2 or a slots=2 for two ranks, found `" + line + "`");
            }
            add(ranks, matcher.group(1), matcher.group(2) != null ? matcher.group(2) : matcher.group(3), where);
        }
        if (ranks.isEmpty()) {
            throw new InputException("--hostfile " + file + ": has no hosts: write one a line, such as `a slots=2`");
        }
        return new HostList(ranks);
    }

    private static void add(SequencedMap<String, Integer> ranks, String hosts, String count, String where) {
        for (String host : HostNames.expand(hosts, where)) {
            if (!HOST.matcher(host).matches()) {
                throw new InputException(where + ": expected the name of a host, found `" + host + "`: correct it");
            }
            addOne(ranks, host, count, where);
        }
    }

    private static void addOne(SequencedMap<String, Integer> ranks, String host, String count, String where) {
        int more = count == null ? 1 : Integer.parseInt(count);
        if (more < 1) {
            throw new InputException(where + ": " + host + " has " + more + " ranks: give at least 1, or leave the host out");
        }
        ranks.merge(host, more, Integer::sum);
    }
}
