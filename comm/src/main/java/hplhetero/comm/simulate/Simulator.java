package hplhetero.comm.simulate;

import hplhetero.comm.model.LinkCost;
import hplhetero.comm.model.NetworkCost;
import hplhetero.comm.model.PlacedTraffic;
import hplhetero.comm.schedule.Traffic;
import hplhetero.comm.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * A network in virtual time: what ranks do that state traffics, message by message, on the routes that messages take. All begin at 0,
 * and each goes on as soon as it can: unlike in a price ({@code comm.model}) some may be stages ahead of others.
 *
 * <p><b>A rank</b> begins its part of a stage when its own parts of all earlier ones are done; that is, when the bytes it sent have
 * left and all it receives has come. It has one thread, which works on one thing after the other: on the overhead of each message that
 * it sends, in the order stated, then on the overhead of each that has come, in the order in which they came. A message that comes
 * before its receiver is in its stage waits for it. A message is stated in the same stage at both of its ends, so the stage tells which
 * one is received. A rank that takes part in several traffics has one thread for all, which does first what was there first.
 *
 * <p><b>A message</b> takes its send overhead, then its latency (of the network and of each link; or of its host), then its bytes flow,
 * then comes the receive overhead: LogGP (Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995) with links in the place of a gap a byte.
 * A message without bytes has left when its send overhead is over.
 *
 * <p><b>Bytes</b> flow over all links of the route at once, at the max-min fair share of their bandwidths, as in SimGrid (Casanova,
 * Giersch, Legrand, Quinson, Suter, JPDC 74, 2014); slower where several flow into one rank ({@link NetworkCost#manyToOne}). Within a
 * node they pass no link, but share the memory of the sender and that of the receiver, each of the bandwidth that the cost says.
 *
 * <p>Events of one time happen in the order in which they came to be known; first messages that end, by when they were sent. Times that
 * are the same but for rounding are one. So the same traffics give the same bits.
 *
 * <p>Mutable; one thread. Keeps some 200 bytes for each message that is under way at once, also for the next run.
 */
public final class Simulator {
    /** Relative; a tenth of a nanosecond in a second. What should be simultaneous is, though ranks came there by different sums. */
    private static final double SAME_TIME = 1e-10;

    private final Placement placement;
    private final Paths paths;
    private final EventQueue events = new EventQueue();
    private final Messages messages;
    private final Flows flows;
    private final Posting posting = new Posting();

    /** Of each rank: when its thread has done what there was. */
    private final double[] free;
    private final double[] done;
    private final boolean[] takesPart;
    private final double[] bytes;

    private Members members;
    private double now;
    /** What is not later than this is now. */
    private double soon;

    public Simulator(Placement placement, NetworkCost cost) {
        this(placement, cost, Flows.MANY);
    }

    /** @param many as {@link Flows} has it */
    Simulator(Placement placement, NetworkCost cost, int many) {
        this.placement = placement;
        int ranks = placement.ranks();
        paths = new Paths(placement, cost);
        messages = new Messages(paths.longest());
        flows = new Flows(messages, paths.capacities(), ranks, cost.manyToOne(), many);
        free = new double[ranks];
        done = new double[ranks];
        takesPart = new boolean[ranks];
        bytes = new double[placement.fabric().links()];
    }

    /**
     * A traffic of all ranks.
     *
     * @throws IllegalArgumentException when it has ranks that the placement has not
     * @throws IllegalStateException    when it states a message at one of its ends only
     */
    public Simulation run(Traffic traffic) {
        return run(List.of(PlacedTraffic.of(traffic)));
    }

    /**
     * Traffics that begin together and know nothing of each other; a rank may take part in several.
     *
     * @throws IllegalArgumentException when one has ranks that the placement has not
     * @throws IllegalStateException    when one states a message at one of its ends only
     */
    public Simulation run(List<PlacedTraffic> together) {
        begin(together);
        for (int member = 0; member < members.count(); member++) {
            takesPart[members.rank[member]] = true;
            goOn(member);
        }
        double next = nextTime();
        while (next != Double.POSITIVE_INFINITY) {
            now = next;
            soon = now * (1 + SAME_TIME);
            happen();
            flows.renew(now);
            next = nextTime();
        }
        members.requireDone();
        return new Simulation(placement.fabric(), done.clone(), takesPart.clone(), messages.sent(), bytes.clone());
    }

    private void begin(List<PlacedTraffic> together) {
        members = new Members(together);
        for (int member = 0; member < members.count(); member++) {
            if (members.rank[member] >= placement.ranks()) {
                throw new IllegalArgumentException(members.traffic[member].name() + ": rank=" + members.rank[member]
                        + ": the placement has ranks 0.." + (placement.ranks() - 1));
            }
        }
        events.clear();
        messages.clear();
        flows.clear();
        Arrays.fill(free, 0);
        Arrays.fill(done, 0);
        Arrays.fill(takesPart, false);
        Arrays.fill(bytes, 0);
        now = 0;
        soon = 0;
    }

    private double nextTime() {
        return Math.min(events.time(), flows.next());
    }

    /** All that is to happen now, also because of what happens. */
    private void happen() {
        while (flows.nextEnd() <= soon || events.time() <= soon) {
            while (flows.nextEnd() <= soon) {
                end(flows.takeEnded());
            }
            while (events.time() <= soon) {
                happen(events.take());
            }
        }
    }

    /** @param event a message of which the first byte is there; or a member, complemented, that may go on */
    private void happen(int event) {
        if (event < 0) {
            goOn(~event);
        } else if (messages.passes[event] > 0) {
            int receiver = members.rank[messages.receiver[event]];
            boolean within = placement.together(members.rank[messages.sender[event]], receiver);
            flows.begin(event, within ? Crowds.NONE : receiver, now);
        } else if (messages.bytes[event] > 0) {
            end(event);
        } else {
            arrive(event);
        }
    }

    /** The last byte of a message has left, and is there. */
    private void end(int message) {
        int sender = messages.sender[message];
        arrive(message);
        members.leaving[sender]--;
        members.ready[sender] = Math.max(members.ready[sender], now);
        goOnIfAllCame(sender);
    }

    /** A message is there as a whole. */
    private void arrive(int message) {
        int receiver = messages.receiver[message];
        int stage = messages.stage[message];
        double overhead = paths.cost(members.rank[messages.sender[message]], members.rank[receiver]).receiveOverhead();
        messages.remove(message);
        if (stage > members.stage[receiver]) {
            members.early.add(receiver, stage, overhead);
            return;
        }
        if (stage < members.stage[receiver] || members.coming[receiver] == 0) {
            throw members.wrong(receiver, "does not await a message of stage=" + stage);
        }
        members.coming[receiver]--;
        work(receiver, overhead);
        goOnIfAllCame(receiver);
    }

    /** The thread of a member's rank works for it, as soon as it is free. */
    private double work(int member, double seconds) {
        int rank = members.rank[member];
        double end = Math.max(free[rank], now) + seconds;
        free[rank] = end;
        members.ready[member] = Math.max(members.ready[member], end);
        return end;
    }

    private void goOnIfAllCame(int member) {
        if (members.leaving[member] == 0 && members.coming[member] == 0) {
            if (members.ready[member] <= soon) {
                goOn(member);
            } else {
                events.add(members.ready[member], ~member);
            }
        }
    }

    /** Begins a member's next stage, and those behind it until there is something to wait for. */
    private void goOn(int member) {
        while (true) {
            members.stage[member]++;
            if (members.isDone(member)) {
                done[members.rank[member]] = Math.max(done[members.rank[member]], now);
                return;
            }
            members.ready[member] = now;
            posting.post(member);
            if (members.leaving[member] > 0 || members.coming[member] > 0) {
                return;
            }
            if (members.ready[member] > soon) {
                events.add(members.ready[member], ~member);
                return;
            }
        }
    }

    /** What a member does as it begins a stage. */
    private final class Posting implements Traffic.Sink {
        private int member;
        private int stage;

        void post(int poster) {
            member = poster;
            stage = members.stage[poster];
            members.traffic[poster].stage(stage, members.trafficRank(poster), this);
            members.early.take(poster, stage);
            if (members.early.taken() > 0) {
                members.coming[poster] -= members.early.taken();
                if (members.coming[poster] < 0) {
                    throw members.wrong(poster, "does not await a message of stage=" + stage);
                }
                work(poster, members.early.takenOverhead());
            }
        }

        @Override
        public void send(int to, long size) {
            int receiver = members.first[member] + to;
            paths.find(members.rank[member], members.rank[receiver]);
            LinkCost cost = paths.cost();
            double ahead = work(member, cost.sendOverhead());
            boolean flows = size > 0 && cost.secondsPerByte() > 0;
            events.add(ahead + paths.latency(), messages.add(member, receiver, stage, size, paths.path(), flows ? paths.length() : 0));
            if (size > 0) {
                members.leaving[member]++;
                count(size);
            }
        }

        private void count(long size) {
            for (int i = 0; i < paths.length() && paths.overLinks(); i++) {
                bytes[paths.path()[i]] += size;
            }
        }

        @Override
        public void receive(int from, long size) {
            members.coming[member]++;
        }
    }
}
