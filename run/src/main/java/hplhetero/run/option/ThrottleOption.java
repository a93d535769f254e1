package hplhetero.run.option;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The option that lets ranks of a described machine become slower while a run goes on; common to predictions and simulations. */
@Heading(Topic.RUN)
public final class ThrottleOption {
    private static final String NAME = "--emulate-slowdown";

    @Option(names = {NAME}, paramLabel = "RANK=F,...", description = "What would a node cost that throttles? Ranks that are slower by a "
            + "factor: 3=1@40%%:2 makes rank 3 half as fast once 40 %% of the columns are factored, 3=1@60s:2 after a minute. The other "
            + "ranks stay as they are described.")
    private String text;

    /**
     * Returns the slowdown of each rank, by rank; empty where none is given.
     *
     * @param cluster the ranks
     * @throws InputException when a slowdown cannot be read, or its rank does not exist
     */
    public List<Slowdown> slowdowns(Cluster cluster) {
        if (text == null) {
            return List.of();
        }
        List<Slowdown> all = new ArrayList<>(Collections.nCopies(cluster.size(), Slowdown.NONE));
        named(cluster.size()).forEach(all::set);
        return all;
    }

    /** Returns the slowdowns in words; empty where none is given. */
    public String words(Cluster cluster) {
        return text == null ? "" : named(cluster.size()).entrySet().stream().map(one -> "rank " + one.getKey() + " at "
                + one.getValue().words()).collect(Collectors.joining(", "));
    }

    private Map<Integer, Slowdown> named(int ranks) {
        Map<Integer, Slowdown> named = new LinkedHashMap<>();
        for (String item : text.split(",", -1)) {
            String[] parts = item.split("=", 2);
            if (parts.length < 2) {
                throw new InputException("option " + NAME + ": expected RANK=FACTOR, found `" + item + "`: give such as 3=1@40%:2");
            }
            try {
                named.put(OptionText.integer(NAME, parts[0].strip(), 0, ranks - 1), Slowdown.parse(parts[1]));
            } catch (IllegalArgumentException refused) {
                throw new InputException(NAME + " " + text + ": " + refused.getMessage(), refused);
            }
        }
        return named;
    }

    /** Returns the ranks as they are at the start of a run. */
    public static Cluster atStart(Cluster cluster, List<Slowdown> slowdowns) {
        return slowdowns.isEmpty() ? cluster : cluster.with(rank -> {
            double factor = slowdowns.get(rank.rank()).factor();
            return factor == 1 ? rank : rank.times(factor);
        });
    }
}
