package hplhetero.network.simulate;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * A network in virtual time: what ranks do that state traffics, message by message, on the routes that messages take. Each goes on
 * as soon as it can: unlike in a price ({@code network.model}) some may be stages ahead of others.
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
 * <p><b>A {@link Program}</b> has ranks begin when it says, one traffic after the other, and compute meanwhile: {@link VirtualRanks}.
 *
 * <p>Events of one time happen in the order in which they came to be known; first messages that end, by when they were sent. Times that
 * are the same but for rounding are one. So the same traffics give the same bits.
 *
 * <p>Mutable; one thread. Keeps some 200 bytes for each message that is under way at once, also for the next run.
 */
public final class Simulator {
    /** Relative; a tenth of a nanosecond in a second. What should be simultaneous is, though ranks came there by different sums. */
    private static final double SAME_TIME = 1e-10;
    /** Seconds; of a program, which may run for hours, not more than this is the same. */
    private static final double SAME_IN_PROGRAMS = 1e-9;

    // kinds of events, and what they are of
    /** A message of which the first byte is there. */
    private static final int FLOWS = 0;
    /** The same, after what was in queues before it. */
    private static final int HAS_QUEUED = 1;
    /** A message that its receiver may hear of. */
    private static final int HEARD = 2;
    /** A member that may go on. */
    private static final int GOES_ON = 3;
    /** A member that may hear that it is done. */
    private static final int IS_DONE = 4;
    /** A rank that has computed. */
    private static final int WAKES = 5;
    private static final int KIND_BITS = 3;

    private final Placement placement;
    private final Paths paths;
    private final Queues queues;
    private final EventQueue events = new EventQueue();
    private final Messages messages;
    private final Flows flows;
    private final Threads threads;
    private final Posting posting = new Posting();

    /** Of each rank. */
    private final double[] done;
    private final boolean[] takesPart;
    private final double[] bytes;

    private Program program;
    /** Null where nobody looks. */
    private Sightings sightings;
    private Members members;
    private double now;
    /** What is not later than this is now. */
    private double soon;
    /** Seconds. */
    private double same;

    /** Members that are done, of which the program is to be told, in a ring. */
    private int[] finished = new int[64];
    private int firstFinished;
    private int finishedCount;

    public Simulator(Placement placement, NetworkCost cost) {
        this(placement, cost, Queues.NONE);
    }

    public Simulator(Placement placement, NetworkCost cost, Queues queues) {
        this(placement, cost, queues, Flows.MANY);
    }

    /** @param many as {@link Flows} has it */
    Simulator(Placement placement, NetworkCost cost, int many) {
        this(placement, cost, Queues.NONE, many);
    }

    private Simulator(Placement placement, NetworkCost cost, Queues queues, int many) {
        this.placement = placement;
        this.queues = queues;
        int ranks = placement.ranks();
        paths = new Paths(placement, cost);
        messages = new Messages(paths.longest());
        flows = new Flows(messages, paths.capacities(), ranks, cost.manyToOne(), many);
        threads = new Threads(ranks);
        done = new double[ranks];
        takesPart = new boolean[ranks];
        bytes = new double[placement.fabric().links()];
    }

    /**
     * A traffic of all ranks, who begin together.
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
        return run(new Together(together), null, Double.POSITIVE_INFINITY);
    }

    /**
     * What a program has ranks do. Times that differ by less than a nanosecond may be one.
     *
     * @throws IllegalStateException when ranks wait for what never comes: says who, and for what
     */
    public Simulation run(Program toRun) {
        return run(toRun, null, SAME_IN_PROGRAMS);
    }

    /** The same, while somebody looks. */
    public Simulation run(Program toRun, Observer observer) {
        return run(toRun, observer, SAME_IN_PROGRAMS);
    }

    private Simulation run(Program toRun, Observer observer, double sameTime) {
        begin(toRun, observer, sameTime);
        program.begin(new Ranks());
        tellFinished();
        double next = nextTime();
        while (next != Double.POSITIVE_INFINITY) {
            now = next;
            soon = Math.min(now * (1 + SAME_TIME), now + same);
            happen();
            flows.renew(now);
            next = nextTime();
        }
        members.requireDone();
        return new Simulation(placement.fabric(), done.clone(), takesPart.clone(), messages.sent(), bytes.clone());
    }

    private void begin(Program toRun, Observer observer, double sameTime) {
        program = toRun;
        sightings = observer == null ? null : new Sightings(observer);
        same = sameTime;
        members = new Members(placement.ranks());
        events.clear();
        messages.clear();
        flows.clear();
        threads.clear();
        finishedCount = 0;
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
                if (sightings != null) {
                    sightings.limit = flows.limitOfNext();
                }
                end(flows.takeEnded());
                tellFinished();
            }
            while (events.time() <= soon) {
                int event = events.take();
                happen(event & (1 << KIND_BITS) - 1, event >> KIND_BITS);
                tellFinished();
            }
        }
    }

    private void await(double time, int kind, int what) {
        events.add(time, what << KIND_BITS | kind);
    }

    private void happen(int kind, int what) {
        switch (kind) {
            case FLOWS -> flow(what);
            case HAS_QUEUED -> flowOn(what);
            case HEARD -> hear(what);
            case GOES_ON -> beginStage(what);
            case IS_DONE -> finish(what);
            default -> wake(what);
        }
    }

    /** The first byte of a message is there. */
    private void flow(int message) {
        if (messages.passes[message] > 0) {
            double queued = queues.delay(messages.bytes[message]) ? flows.queued(message, queues, bytes.length, now) : 0;
            if (now + queued > soon) {
                await(now + queued, HAS_QUEUED, message);
            } else {
                flowOn(message);
            }
        } else if (messages.bytes[message] > 0) {
            end(message);
        } else {
            arrive(message);
        }
    }

    private void flowOn(int message) {
        int receiver = members.rank[messages.receiver[message]];
        boolean within = placement.together(members.rank[messages.sender[message]], receiver);
        flows.begin(message, within ? Crowds.NONE : receiver, now);
        if (sightings != null) {
            sightings.begun[message] = now;
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
        if (sightings != null) {
            sightings.arrive(message);
        }
        hear(message);
    }

    /** A message is there for its receiver, who may be elsewhere. */
    private void hear(int message) {
        int receiver = messages.receiver[message];
        int stage = messages.stage[message];
        int rank = members.rank[receiver];
        double overhead = paths.cost(members.rank[messages.sender[message]], rank).receiveOverhead();
        if (stage > members.stage[receiver]) {
            messages.remove(message);
            members.early.add(receiver, stage, overhead, threads.hears(rank, now, soon));
            return;
        }
        if (stage < members.stage[receiver] || members.coming[receiver] == 0) {
            throw members.wrong(receiver, "does not await a message of stage=" + stage);
        }
        double heard = threads.hears(rank, now, soon);
        if (heard > soon) {
            await(heard, HEARD, message);
            return;
        }
        messages.remove(message);
        members.coming[receiver]--;
        work(receiver, overhead);
        goOnIfAllCame(receiver);
    }

    /** The thread of a member's rank works for it, as soon as it is free. */
    private double work(int member, double seconds) {
        double end = threads.work(members.rank[member], seconds, now);
        members.ready[member] = Math.max(members.ready[member], end);
        return end;
    }

    private void goOnIfAllCame(int member) {
        if (members.leaving[member] == 0 && members.coming[member] == 0) {
            if (members.ready[member] <= soon) {
                beginStage(member);
            } else {
                await(members.ready[member], GOES_ON, member);
            }
        }
    }

    /** Begins a member's next stage, and those behind it until there is something to wait for. */
    private void beginStage(int member) {
        while (true) {
            members.stage[member]++;
            if (members.isDone(member)) {
                finish(member);
                return;
            }
            members.ready[member] = now;
            posting.post(member);
            if (members.leaving[member] > 0 || members.coming[member] > 0) {
                return;
            }
            if (members.ready[member] > soon) {
                await(members.ready[member], GOES_ON, member);
                return;
            }
        }
    }

    /** A member is behind its last stage, of which its rank is to hear. */
    private void finish(int member) {
        int rank = members.rank[member];
        double heard = threads.hears(rank, now, soon);
        if (heard > soon) {
            await(heard, IS_DONE, member);
            return;
        }
        done[rank] = Math.max(done[rank], now);
        if (finishedCount == finished.length) {
            int[] more = new int[2 * finishedCount];
            for (int i = 0; i < finishedCount; i++) {
                more[i] = finished[(firstFinished + i) % finishedCount];
            }
            finished = more;
            firstFinished = 0;
        }
        finished[(firstFinished + finishedCount++) % finished.length] = member;
    }

    /** Tells the program, which may have ranks begin something that is over at once, of which it is told then. */
    private void tellFinished() {
        while (finishedCount > 0) {
            int member = finished[firstFinished];
            firstFinished = (firstFinished + 1) % finished.length;
            finishedCount--;
            program.done(members.rank[member], members.number[member]);
            members.finish(member);
        }
    }

    /** A rank has computed, if nothing delayed it. */
    private void wake(int rank) {
        double until = threads.until(rank);
        if (until > soon) {
            await(until, WAKES, rank);
            return;
        }
        threads.wake(rank);
        done[rank] = Math.max(done[rank], now);
        if (sightings != null) {
            sightings.observer.computes(rank, threads.began(rank), until, threads.what(rank));
        }
        program.woken(rank, threads.what(rank));
    }

    /** What a member does as it begins a stage. */
    private final class Posting implements Traffic.Sink {
        private int member;
        private int stage;
        /** Sends less receives. */
        private int balance;

        void post(int poster) {
            member = poster;
            stage = members.stage[poster];
            balance = 0;
            if (members.working[poster] != null) {
                workFirst();
            }
            members.traffic[poster].stage(stage, members.trafficRank(poster), this);
            if (balance != 0) {
                members.state(poster, balance);
            }
            members.early.take(poster, stage);
            if (members.early.taken() > 0) {
                members.coming[poster] -= members.early.taken();
                if (members.coming[poster] < 0) {
                    throw members.wrong(poster, "does not await a message of stage=" + stage);
                }
                members.ready[poster] = Math.max(members.ready[poster], members.early.takenHeard());
                work(poster, members.early.takenOverhead());
            }
        }

        private void workFirst() {
            double seconds = members.working[member].seconds(stage, members.trafficRank(member));
            if (!(seconds >= 0)) {
                throw new IllegalArgumentException(members.traffic[member].name() + ": stage=" + stage + " seconds=" + seconds
                        + ": must be >= 0");
            }
            double end = work(member, seconds);
            if (sightings != null && seconds > 0) {
                sightings.observer.computes(members.rank[member], end - seconds, end, Observer.WORK);
            }
        }

        @Override
        public void send(int to, long size) {
            int receiver = members.first[member] + to;
            paths.find(members.rank[member], members.rank[receiver]);
            LinkCost cost = paths.cost();
            double ahead = work(member, cost.sendOverhead());
            boolean flows = size > 0 && cost.secondsPerByte() > 0;
            int sent = messages.add(member, receiver, stage, size, paths.path(), flows ? paths.length() : 0);
            await(ahead + paths.latency(), FLOWS, sent);
            balance++;
            if (sightings != null) {
                sightings.send(sent, ahead - cost.sendOverhead());
            }
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
            balance--;
        }
    }

    /** What a program may do. */
    private final class Ranks implements VirtualRanks {

        @Override
        public double now() {
            return now;
        }

        @Override
        public int add(PlacedTraffic traffic) {
            return members.add(traffic);
        }

        @Override
        public void join(int traffic, int rank) {
            takesPart[rank] = true;
            beginStage(members.join(traffic, rank));
        }

        @Override
        public void compute(int rank, double seconds, double pollGap, int what) {
            takesPart[rank] = true;
            threads.compute(rank, seconds, pollGap, what, now);
            await(threads.until(rank), WAKES, rank);
        }
    }

    /** Traffics that all begin at 0. */
    private record Together(List<PlacedTraffic> traffics) implements Program {

        @Override
        public void begin(VirtualRanks machine) {
            int[] numbers = traffics.stream().mapToInt(machine::add).toArray();
            for (int i = 0; i < numbers.length; i++) {
                PlacedTraffic placed = traffics.get(i);
                for (int rank = 0; rank < placed.traffic().ranks(); rank++) {
                    machine.join(numbers[i], placed.rank(rank));
                }
            }
        }

        @Override
        public void done(int rank, int traffic) {
            // nothing follows
        }

        @Override
        public void woken(int rank, int what) {
            // nobody computes
        }
    }

    /** What an observer is told of messages, kept while they are under way. */
    private final class Sightings {
        private final Observer observer;
        private double[] sent = new double[0];
        private double[] begun = new double[0];
        /** Of the message that ends. */
        private int limit;

        Sightings(Observer observer) {
            this.observer = observer;
        }

        void send(int message, double time) {
            if (message >= sent.length) {
                sent = Arrays.copyOf(sent, messages.capacity());
                begun = Arrays.copyOf(begun, messages.capacity());
            }
            sent[message] = time;
        }

        void arrive(int message) {
            boolean flowed = messages.passes[message] > 0;
            int limitedBy = flowed && limit < bytes.length ? limit : Observer.NO_LINK;
            int sender = messages.sender[message];
            observer.message(members.number[sender], members.rank[sender], members.rank[messages.receiver[message]],
                    messages.bytes[message], sent[message], flowed ? begun[message] : now, now, limitedBy);
        }
    }
}
