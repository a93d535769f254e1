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

/** Says who waits for what when nothing moves: a line a rank, or a line for all that say the same where ranks are many. */
public final class StallReport {
    private static final int MOST_LINES = 20;
    private static final int MOST_HOSTS = 4;
    /** Finds the rank that is waited for in the words of {@link WaitDescription}. */
    private static final Pattern AWAITED = Pattern.compile("(?:from|until) rank (\\d{1,9})\\b");

    /** What a rank said of itself, or what is known of it. */
    public record Rank(int rank, String host, String text) {
    }

    private StallReport() {
    }

    /** The reason for ending the run, of several lines. */
    public static String of(Duration timeout, List<Rank> ranks) {
        return "no rank has advanced for " + AbortCause.seconds(timeout) + knot(ranks)
                + "choose a longer --stall-timeout SECONDS if the machine is only slow\n" + lines(ranks);
    }

    /**
     * Tells which rank waits for which in the end: goes from each rank to the one that it waits for, until one does not wait, or waits for
     * one that was met before. Where they wait in a circle, it tells the first pair on unlike hosts.
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

    private static boolean isElsewhere(Rank one, Rank other) {
        return one != null && !one.host.equals(other.host);
    }

    /** Returns the rank whose message a rank waits for; null: it waits for none, or for any. */
    private static Rank awaited(Rank rank, List<Rank> ranks) {
        Matcher matcher = AWAITED.matcher(rank.text);
        if (!matcher.find()) {
            return null;
        }
        int number = Integer.parseInt(matcher.group(1));
        return ranks.stream().filter(other -> other.rank == number).findFirst().orElse(null);
    }

    private static String lines(List<Rank> ranks) {
        List<List<Rank>> groups = ranks.size() <= MOST_LINES ? ranks.stream().map(List::of).toList() : equal(ranks);
        List<String> lines = new ArrayList<>(groups.stream().limit(MOST_LINES).map(StallReport::line).toList());
        int more = groups.stream().skip(MOST_LINES).mapToInt(List::size).sum();
        if (more > 0) {
            lines.add("  and " + more + " more rank(s)");
        }
        return String.join("\n", lines);
    }

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

    /** 0-3,5,7-9. */
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

    private static String hosts(List<Rank> group) {
        LinkedHashSet<String> hosts = group.stream().map(Rank::host).collect(Collectors.toCollection(LinkedHashSet::new));
        String some = hosts.stream().limit(MOST_HOSTS).collect(Collectors.joining(", "));
        return hosts.size() <= MOST_HOSTS ? some : some + " and " + (hosts.size() - MOST_HOSTS) + " more";
    }
}
