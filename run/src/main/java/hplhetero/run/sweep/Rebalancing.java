package hplhetero.run.sweep;

import hplhetero.hpl.HplSolver;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.job.Session;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Decides for each test whether its map follows the speeds of the ranks, and how much memory ranks keep for further columns. */
final class Rebalancing {
    /** The ratio of the speeds of two ranks from which on the two count as different in speed. */
    private static final double UNLIKE = 1.05;
    private static final double[] ROOMS = {Rebalance.USUAL_ROOM, Rebalance.USUAL_ROOM / 3};

    private final Session session;
    private final Optional<Cluster> cluster;

    /**
     * Makes the decisions for the ranks of a session.
     *
     * @param cluster what was measured of the ranks, if anything was
     */
    Rebalancing(Session session, Optional<Cluster> cluster) {
        this.session = session;
        this.cluster = cluster;
    }

    /**
     * Returns the tests, each with whether its map follows the ranks.
     *
     * @param hindered why no map can follow, in words for people; empty where one can
     */
    CaseChoice decided(CaseChoice choice, RebalanceUse use, Optional<String> hindered) {
        boolean wanted = use == RebalanceUse.AUTO && choice.ranks() > 1
                && (session.rankTable().hosts().size() > 1 || areUnlike(Planning.largest(choice).nb()));
        if (!wanted) {
            return choice;
        }
        if (hindered.isPresent()) {
            return choice.withNotes(List.of("rebalance: the map stays as it is, because " + hindered.get()));
        }
        CaseChoice following = choice.withRebalance(this::rebalance);
        Rebalance room = Planning.largest(following).rebalance();
        return room.follows() ? following.withNotes(List.of(said(room))) : following;
    }

    private static String said(Rebalance rebalance) {
        return rebalance.room() == 0
                ? "rebalance: the map follows its ranks, but memory is full: block columns only change places, one for one"
                : String.format(Locale.ROOT, "rebalance: the map follows its ranks, which have room for %.0f %% more block columns",
                        100 * rebalance.room());
    }

    /** Returns whether ranks differ: they are slowed on purpose, or updates with panels of {@code nb} columns were measured to differ. */
    private boolean areUnlike(int nb) {
        DoubleSummaryStatistics seconds = cluster.stream().flatMap(its -> its.ranks().stream())
                .mapToDouble(rank -> rank.update().perElement(nb)).summaryStatistics();
        return !session.setup().slowdown().isEmpty() || seconds.getMax() > UNLIKE * seconds.getMin();
    }

    private Rebalance rebalance(HplCase one) {
        if (!HplSolver.canFollow(one)) {
            return Rebalance.NO;
        }
        for (double room : ROOMS) {
            Rebalance rebalance = new Rebalance(true, room);
            if (fits(one.with(rebalance))) {
                return rebalance;
            }
        }
        return new Rebalance(true, 0);
    }

    private boolean fits(HplCase one) {
        return session.rankTable().hosts().stream().allMatch(host -> CaseMemory.bytes(one, session.rankTable().ranksOn(host),
                rank -> session.rankInfos().get(rank).workers()) <= session.rankTable().plannableBytes(host));
    }
}
