package hplhetero.comm.liveness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tells who waits for what when no rank advances: a line for each rank, or, where ranks are many, a line for all ranks that say the same.
 */
public final class StallReport {
    /** The greatest number of lines in a report. */
    private static final int MOST_LINES = 20;
    /** The greatest number of hosts that a line names. */
    private static final int MOST_HOSTS = 4;
    /** The pattern that finds, in the words of {@link WaitDescription}, the rank that is waited for. */
    private static final Pattern AWAITED = Pattern.compile("(?:from|until) rank (\\d{1,9})\\b");

    /**
     * What a rank said of itself, or what is known of it.
     *
     * @param rank the rank's number
     * @param host the name of its host
     * @param text what the rank waits for, for people
     */
    public record Rank(int rank, String host, String text) {
    }

    private StallReport() {
    }

    /**
     * Returns the reason for ending the run, in several lines.
     *
     * @param timeout how long no rank has advanced
     * @param ranks   what each rank said of itself
     */
    public static String of(Duration timeout, List<Rank> ranks) {
        return "no rank has advanced for " + AbortCause.seconds(timeout) + knot(ranks)
                + "choose a longer --stall-timeout SECONDS if the machine is only slow\n" + lines(ranks);
    }

    /**
     * Tells which rank waits for which in the end. Goes from each rank to the rank that it waits for, until a rank does not wait, or waits
     * for one that was met before. Where ranks wait in a circle, tells the first pair on different hosts.
     */
    private static String knot(List<Rank> ranks) {
        List<Rank> path = new ArrayList<>();
        Rank next = ranks.stream().filter(rank -> awaited(rank, ranks) != null).findFirst().orElse(null);
        while (next != null && !path.contains(next)) {
            path.add(next);
            next = awaited(next, ranks);
        }
        List<Rank> circle = next == null ? path.subList(Math.max(0, path.size() - 2), path.size()) : path.subList(path.indexOf(next), path
                .size());
        if (circle.size() < 2) {
            return ": ";
        }
        Rank waits = circle.stream().filter(rank -> isElsewhere(awaited(rank, ranks), rank)).findFirst().orElse(circle.getFirst());
        Rank awaited = awaited(waits, ranks);
        return ", rank " + waits.rank + " on " + waits.host + " waits for rank " + awaited.rank + " on " + awaited.host + ": "
                + (isElsewhere(awaited, waits) ? "look at the network between " + waits.host + " and " + awaited.host + ", or " : "");
    }

    /** Returns whether {@code one} is a rank on another host than {@code other}. */
    private static boolean isElsewhere(Rank one, Rank other) {
        return one != null && !one.host.equals(other.host);
    }

    /** Returns the rank whose message {@code rank} waits for; null: it waits for none, or for any. */
    private static Rank awaited(Rank rank, List<Rank> ranks) {
        Matcher matcher = AWAITED.matcher(rank.text);
        if (!matcher.find()) {
            return null;
        }
        int number = Integer.parseInt(matcher.group(1));
        return ranks.stream().filter(other -> other.rank == number).findFirst().orElse(null);
    }

    /** Returns a line for each rank or group of ranks, at most {@link #MOST_LINES} and one that counts the ranks left out. */
    private static String lines(List<Rank> ranks) {
        List<List<Rank>> groups = ranks.size() <= MOST_LINES ? ranks.stream().map(List::of).toList() : equal(ranks);
        List<String> lines = new ArrayList<>(groups.stream().limit(MOST_LINES).map(StallReport::line).toList());
        int more = groups.stream().skip(MOST_LINES).mapToInt(List::size).sum();
        if (more > 0) {
            lines.add("  and " + more + " more rank(s)");
        }
        return String.join("\n", lines);
    }

    /** Returns the ranks in groups that say the same. */
    private static List<List<Rank>> equal(List<Rank> ranks) {
        Map<String, List<Rank>> groups = ranks.stream()
                .collect(Collectors.groupingBy(Rank::text, LinkedHashMap::new, Collectors.toList()));
        return List.copyOf(groups.values());
    }

    private static String line(List<Rank> group) {
        Rank first = group.getFirst();
        String who = group.size() == 1 ? "rank " + first.rank : "ranks " + numbers(group);
        return "  " + who + " on " + hosts(group) + ": " + first.text;
    }

    /** Returns the numbers of ascending ranks as ranges: {@code 0-3,5,7-9}. */
    private static String numbers(List<Rank> group) {
        StringBuilder text = new StringBuilder();
        for (int i = 0, end; i < group.size(); i = end) {
            end = i + 1;
            while (end < group.size() && group.get(end).rank == group.get(end - 1).rank + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ",").append(group.get(i).rank);
            if (end > i + 1) {
                text.append('-').append(group.get(end - 1).rank);
            }
        }
        return text.toString();
    }

    /** Returns the names of the hosts of a group, at most {@link #MOST_HOSTS}. */
    private static String hosts(List<Rank> group) {
        LinkedHashSet<String> hosts = group.stream().map(Rank::host).collect(Collectors.toCollection(LinkedHashSet::new));
        String some = hosts.stream().limit(MOST_HOSTS).collect(Collectors.joining(", "));
        return hosts.size() <= MOST_HOSTS ? some : some + " and " + (hosts.size() - MOST_HOSTS) + " more";
    }
}
