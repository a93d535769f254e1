package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Torus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes sets of numbers, names and coordinates as a person writes them. Members keep their order. */
final class Sets {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9})(?:/([0-9]{1,9}))?)?");
    private static final Pattern NAME = Pattern.compile("([^\\[\\](),=]+)(?:\\[([0-9]{1,9})-([0-9]{1,9})\\]([^\\[\\](),=]*))?");
    private static final Pattern PARTS = Pattern.compile("(\\([^()]*\\)|[^,()]+)(?:,|$)");

    private Sets() {
    }

    /**
     * Returns the numbers of a set: {@code 0-3,8-12/2} names 0, 1, 2, 3, 8, 10 and 12.
     *
     * @param text  the set
     * @param where place of the text, for messages
     * @param what  what the numbers are, for messages
     * @param most  largest number allowed
     */
    static List<Integer> numbers(String text, String where, String what, int most) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            addRange(numbers, part, text, where, what, most);
        }
        return numbers;
    }

    private static void addRange(List<Integer> numbers, String part, String text, String where, String what, int most) {
        String expected = what + " such as 3, 0-2 or 0-12/4,20";
        Matcher range = RANGE.matcher(part);
        if (!range.matches()) {
            throw Numbers.refused(where, expected, found(text), "write numbers from 0 on, without blanks");
        }
        int first = Integer.parseInt(range.group(1));
        int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
        int step = range.group(3) == null ? 1 : Integer.parseInt(range.group(3));
        if (last < first || step < 1 || last > most) {
            throw Numbers.refused(where, expected, found(text), "write the smaller number first, a step >= 1, and no number above " + most);
        }
        for (int number = first; number <= last; number += step) {
            numbers.add(number);
        }
    }

    /**
     * Returns the names of a set: {@code a,rack[08-10]} names a, rack08, rack09 and rack10.
     *
     * @param text  the set
     * @param where place of the text, for messages
     */
    static List<String> names(String text, String where) {
        List<String> names = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            addNames(names, part, where);
        }
        return names;
    }

    private static void addNames(List<String> names, String part, String where) {
        Matcher name = NAME.matcher(part);
        if (!name.matches()) {
            throw Numbers.refused(where, "names such as a,b or n[1-16]", found(part), "separate names by commas, without blanks");
        }
        if (name.group(2) == null) {
            names.add(part);
            return;
        }
        int first = Integer.parseInt(name.group(2));
        int last = Integer.parseInt(name.group(3));
        if (last < first || last - first >= Fabric.MOST_NODES) {
            throw Numbers.refused(where, "a range of names such as n[1-16]", found(part), "write the smaller number first");
        }
        String digits = name.group(2).startsWith("0") ? "%0" + name.group(2).length() + "d" : "%d";
        for (int number = first; number <= last; number++) {
            names.add(name.group(1) + digits.formatted(number) + name.group(4));
        }
    }

    /**
     * Returns the nodes of a set, named by number, by name, or by coordinates: {@code (0-3,0,1)} is a box, whose first dimension varies
     * fastest.
     *
     * @param text   the set
     * @param where  place of the text, for messages
     * @param fabric the fabric with the nodes
     * @param others further names of nodes: returns the node of a name that the fabric does not know, or nothing
     * @return numbers of the nodes
     */
    static List<Integer> nodes(String text, String where, Fabric fabric, Function<String, Optional<Integer>> others) {
        if (areNumbers(text)) {
            return numbers(text, where, "nodes", fabric.nodes() - 1);
        }
        if (text.startsWith("(") && fabric instanceof Torus torus) {
            return boxes(text, where, torus);
        }
        Map<String, Integer> known = new HashMap<>();
        for (int node = 0; node < fabric.nodes(); node++) {
            known.put(fabric.nodeName(node), node);
        }
        return names(text, where).stream().map(name -> {
            Optional<Integer> node = Optional.ofNullable(known.get(name)).or(() -> others.apply(name));
            return node.orElseThrow(() -> Numbers.refused(where, "nodes of " + fabric.name() + ", by number or name", found(name),
                    "name nodes from " + fabric.nodeName(0) + " to " + fabric.nodeName(fabric.nodes() - 1)));
        }).toList();
    }

    /** Returns whether a text names its set of nodes by their numbers, rather than by names or coordinates. */
    static boolean areNumbers(String text) {
        return RANGE.matcher(text.split(",", 2)[0]).matches();
    }

    private static List<Integer> boxes(String text, String where, Torus torus) {
        List<Integer> nodes = new ArrayList<>();
        Matcher parts = PARTS.matcher(text);
        int end = 0;
        while (parts.find() && parts.start() == end) {
            end = parts.end();
            nodes.addAll(box(parts.group(1), where, torus));
        }
        if (end != text.length() || text.endsWith(",")) {
            throw Numbers.refused(where, "coordinates such as (0-3,0,1)", found(text),
                    "write one such box, or several separated by commas");
        }
        return nodes;
    }

    private static List<Integer> box(String text, String where, Torus torus) {
        String[] along = text.startsWith("(") ? text.substring(1, text.length() - 1).split(",", -1) : new String[0];
        int size = torus.dimensions().size();
        if (along.length != size) {
            throw Numbers.refused(where, size + " coordinates such as " + torus.nodeName(0), found(text), torus.name() + " has " + size
                    + (size == 1 ? " dimension" : " dimensions"));
        }
        List<int[]> points = List.of(new int[size]);
        for (int d = size - 1; d >= 0; d--) {
            List<Integer> coordinates = new ArrayList<>();
            addRange(coordinates, along[d], text, where, "coordinates along " + torus.dimensions().get(d).name(),
                    torus.dimensions().get(d).length() - 1);
            List<int[]> more = new ArrayList<>();
            for (int[] point : points) {
                for (int coordinate : coordinates) {
                    int[] at = point.clone();
                    at[d] = coordinate;
                    more.add(at);
                }
            }
            points = more;
        }
        return points.stream().map(torus::node).toList();
    }

    /** Returns a text from which {@link #numbers} reads these numbers, with runs and steps put together. */
    static String write(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.size(); ) {
            int step = i + 1 < numbers.size() ? numbers.get(i + 1) - numbers.get(i) : 0;
            int end = i + 1;
            while (step > 0 && end < numbers.size() && numbers.get(end) - numbers.get(end - 1) == step) {
                end++;
            }
            text.append(i == 0 ? "" : ",").append(numbers.get(i));
            if (end - i > 2 || end - i == 2 && step == 1) {
                text.append('-').append(numbers.get(end - 1)).append(step == 1 ? "" : "/" + step);
            } else {
                end = i + 1;
            }
            i = end;
        }
        return text.toString();
    }

    /** Returns what a message says was found in place of a set: the text in backquotes, or {@code nothing} where the text is empty. */
    static String found(String text) {
        return text.isEmpty() ? "nothing" : Numbers.quoted(text);
    }

    /**
     * Checks that a name can be written in a topology file: it is not empty and has no blanks, brackets, commas, {@code =} or {@code #}.
     * Throws {@link InputException} where it cannot.
     */
    static void requireName(String name) {
        if (!name.matches("[^\\s\\[\\](),=#]+")) {
            throw new InputException("name=" + name + ": must be without blanks and []()=,#");
        }
    }
}
