package hplhetero.network.simulate;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * A simulator of a network in virtual time: finds when ranks are done with the messages of described traffics, message by message, on the
 * routes that the messages take. Each rank goes on as soon as it can. Unlike in a price ({@code network.model}), some ranks may therefore
 * be stages ahead of others.
 *
 * <p><b>A rank</b> begins its part of a stage when its own parts of all earlier stages are done, that is when the bytes it sent have left
 * and all messages to it have come. It has one thread, which does one thing after the other. First comes the overhead of each message that
 * it sends, in the order of the description. Then comes the overhead of each message that has come, in the order of arrival. A message that
 * comes before its receiver is in the message's stage waits for the receiver. A message has the same stage at both of its ends, so the
 * stage tells which message is received. A rank that takes part in several traffics has one thread for all of them, which serves them in
 * the order in which their work came.
 *
 * <p><b>A message</b> takes its send overhead, then its bytes flow, then comes its latency (of the network and of each link; or of its
 * host), then the receive overhead. This is LogGP (Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995) with links in the place of a gap for
 * each byte. The sender goes on when the last byte has left, one latency before it is there. So messages that follow each other, such as
 * the segments of a broadcast, pay the latency once.
 *
 * <p><b>Extra times by size</b> ({@link LinkCost#extra}) are a part of the latency. They are below 0 where a message was measured to be
 * faster than latency and bytes say. What the latency cannot make up for is then taken from the bytes that flow. So a message alone on
 * links of bandwidth 1 takes what the table says, though never less than its overheads.
 *
 * <p><b>Short and long messages.</b> A message of up to {@link NetworkCost#eagerBytes} bytes goes <em>eagerly</em>: it leaves at once, and
 * its sender goes on when the send overhead is over. A longer one goes by <em>rendezvous</em>: its bytes flow only when the receiver has
 * posted the receive. A rank posts the receives of a stage as it begins the stage, or earlier if the traffic says so ({@link
 * Traffic#postsUpTo}).
 *
 * <p><b>Bytes</b> flow over all links of the route at once, at the max-min fair share of the links' bandwidths, as in SimGrid (Casanova,
 * Giersch, Legrand, Quinson, Suter, JPDC 74, 2014). They flow slower where several messages flow into one rank ({@link
 * NetworkCost#manyToOne}). Within a node bytes pass no link, but share the memory of the sender and the memory of the receiver, each of the
 * bandwidth that the cost says.
 *
 * <p><b>A {@link Program}</b> decides when ranks begin traffics, one after the other, and has them compute meanwhile: {@link VirtualRanks}.
 *
 * <p>Events of one time happen in the order in which they became known; before them come the ends of messages, in the order of sending.
 * Times that differ by no more than rounding count as one time. Equal traffics therefore give bitwise equal results.
 *
 * <p>Mutable; for one thread. Keeps some 200 bytes for each message that is under way at once, also for the next run.
 */
public final class Simulator {
    /** Largest difference in seconds of times that count as one time in a program, which may run for virtual hours. */
    private static final double SAME_IN_PROGRAMS = 1e-9;

    private final Placement placement;
    private final Agenda agenda = new Agenda();
    private final Transit transit;
    private final Messages messages;
    private final Threads threads;
    /** The sink that begins stages, used again for every member. */
    private final Posting posting = new Posting();

    /** Virtual time in seconds at which each rank was done with something last, indexed by rank. */
    private final double[] done;
    /** Whether each rank took part in anything so far, indexed by rank. */
    private final boolean[] takesPart;
    private Program program;
    /** Hears of computing; null where nobody observes the run. */
    private Observer observer;
    private Members members;
    /** Members that are done and of which the program is yet to be told. */
    private final MemberQueue finished = new MemberQueue();

    /** Makes a simulator of a placement, without queues in links. */
    public Simulator(Placement placement, NetworkCost cost) {
        this(placement, cost, Queues.NONE);
    }

    /**
     * Makes a simulator of a placement.
     *
     * @param placement the network and the node of each rank
     * @param cost      cost of messages
     * @param queues    queues in links, in which short messages wait
     */
    public Simulator(Placement placement, NetworkCost cost, Queues queues) {
        this(placement, cost, queues, Flows.MANY);
    }

    /**
     * Makes a simulator with another limit up to which rates are exact; for tests.
     *
     * @param many number of messages above which {@link Flows} finds rates only at intervals
     */
    Simulator(Placement placement, NetworkCost cost, int many) {
        this(placement, cost, Queues.NONE, many);
    }

    private Simulator(Placement placement, NetworkCost cost, Queues queues, int many) {
        this.placement = placement;
        transit = new Transit(placement, cost, queues, many, agenda, this::hear, this::goOnIfAllCame);
        messages = transit.messages();
        threads = new Threads(placement.ranks());
        done = new double[placement.ranks()];
        takesPart = new boolean[placement.ranks()];
    }

    /**
     * Runs one traffic. Rank i of the traffic is rank i of the placement. All ranks begin at time 0.
     *
     * @throws IllegalArgumentException when the traffic has ranks that the placement does not have
     * @throws IllegalStateException    when the traffic describes a message at one of its ends only
     */
    public Simulation run(Traffic traffic) {
        return run(List.of(PlacedTraffic.of(traffic)));
    }

    /**
     * Runs several traffics that all begin at time 0 and know nothing of each other. A rank may take part in several.
     *
     * @throws IllegalArgumentException when a traffic has ranks that the placement does not have
     * @throws IllegalStateException    when a traffic describes a message at one of its ends only
     */
    public Simulation run(List<PlacedTraffic> together) {
        return run(new Together(together), null, Double.POSITIVE_INFINITY);
    }

    /**
     * Runs a program. Times that differ by less than a nanosecond may count as one time.
     *
     * @throws IllegalStateException when ranks wait for what never comes: says who waits, and for what
     */
    public Simulation run(Program toRun) {
        return run(toRun, null, SAME_IN_PROGRAMS);
    }

    /**
     * Runs a program and tells an observer what happens. Times that differ by less than a nanosecond may count as one time.
     *
     * @param observer hears of computing and of messages; null for none
     * @throws IllegalStateException when ranks wait for what never comes: says who waits, and for what
     */
    public Simulation run(Program toRun, Observer observer) {
        return run(toRun, observer, SAME_IN_PROGRAMS);
    }

    private Simulation run(Program toRun, Observer toTell, double sameTime) {
        begin(toRun, toTell, sameTime);
        program.begin(new Ranks());
        tellFinished();
        double next = nextTime();
        while (next != Double.POSITIVE_INFINITY) {
            agenda.goTo(next);
            happen();
            transit.renew();
            next = nextTime();
        }
        members.requireDone();
        return new Simulation(placement.fabric(), done.clone(), takesPart.clone(), messages.sent(), transit.bytes());
    }

    private void begin(Program toRun, Observer toTell, double sameTime) {
        program = toRun;
        observer = toTell;
        members = new Members(placement.ranks());
        agenda.clear(sameTime);
        transit.clear(members, toTell);
        threads.clear();
        finished.clear();
        Arrays.fill(done, 0);
        Arrays.fill(takesPart, false);
    }

    private double nextTime() {
        return Math.min(agenda.next(), transit.next());
    }

    /** Has everything happen that is due now, also what becomes due because of it. */
    private void happen() {
        while (transit.nextEnd() <= agenda.soon() || agenda.next() <= agenda.soon()) {
            while (transit.nextEnd() <= agenda.soon()) {
                transit.end();
                tellFinished();
            }
            while (agenda.next() <= agenda.soon()) {
                int event = agenda.take();
                happen(Agenda.kind(event), Agenda.what(event));
                tellFinished();
            }
        }
    }

    private void happen(int kind, int what) {
        switch (kind) {
            case Agenda.FLOWS -> transit.flow(what);
            case Agenda.HAS_QUEUED -> transit.flowOn(what);
            case Agenda.HEARD -> hear(what);
            case Agenda.GOES_ON -> beginStage(what);
            case Agenda.IS_DONE -> finish(what);
            case Agenda.ARRIVES -> transit.arrive(what);
            default -> wake(what);
        }
    }

    /** Lets the receiver hear of a message. The message waits where the receiver is not yet in its stage or where its thread computes. */
    private void hear(int message) {
        int receiver = messages.receiver[message];
        int stage = messages.stage[message];
        int rank = members.rank[receiver];
        double overhead = transit.cost(messages.sender[message], receiver).receiveOverhead();
        if (stage > members.stage[receiver]) {
            messages.remove(message);
            members.early.add(receiver, stage, overhead, threads.hears(rank, agenda.now(), agenda.soon()));
            return;
        }
        if (stage < members.stage[receiver] || members.coming[receiver] == 0) {
            throw members.wrong(receiver, "does not await a message of stage=" + stage);
        }
        double heard = threads.hears(rank, agenda.now(), agenda.soon());
        if (heard > agenda.soon()) {
            agenda.await(heard, Agenda.HEARD, message);
            return;
        }
        messages.remove(message);
        members.coming[receiver]--;
        work(receiver, overhead);
        goOnIfAllCame(receiver);
    }

    /**
     * Lets the thread of a member's rank work for the member, as soon as the thread is free. Returns the time at which the work is done.
     */
    private double work(int member, double seconds) {
        double end = threads.work(members.rank[member], seconds, agenda.now());
        members.ready[member] = Math.max(members.ready[member], end);
        return end;
    }

    private void goOnIfAllCame(int member) {
        if (members.leaving[member] == 0 && members.coming[member] == 0) {
            if (members.ready[member] <= agenda.soon()) {
                beginStage(member);
            } else {
                agenda.await(members.ready[member], Agenda.GOES_ON, member);
            }
        }
    }

    /** Begins a member's next stage, and the stages behind it until there is something to wait for. */
    private void beginStage(int member) {
        while (true) {
            members.stage[member]++;
            if (members.isDone(member)) {
                finish(member);
                return;
            }
            members.ready[member] = agenda.now();
            posting.post(member);
            if (members.leaving[member] > 0 || members.coming[member] > 0) {
                return;
            }
            if (members.ready[member] > agenda.soon()) {
                agenda.await(members.ready[member], Agenda.GOES_ON, member);
                return;
            }
        }
    }

    /** Handles a member that is behind its last stage: notes it for the program as soon as its rank's thread hears of this. */
    private void finish(int member) {
        int rank = members.rank[member];
        double heard = threads.hears(rank, agenda.now(), agenda.soon());
        if (heard > agenda.soon()) {
            agenda.await(heard, Agenda.IS_DONE, member);
            return;
        }
        done[rank] = Math.max(done[rank], agenda.now());
        finished.add(member);
    }

    /**
     * Tells the program of all members that are done. The program may then begin something that is over at once; it is told of this as
     * well.
     */
    private void tellFinished() {
        while (!finished.isEmpty()) {
            int member = finished.take();
            program.done(members.rank[member], members.number[member]);
            members.finish(member);
        }
    }

    /** Handles the end of a rank's computing, unless overheads delayed it. */
    private void wake(int rank) {
        double until = threads.until(rank);
        if (until > agenda.soon()) {
            agenda.await(until, Agenda.WAKES, rank);
            return;
        }
        threads.wake(rank);
        done[rank] = Math.max(done[rank], agenda.now());
        if (observer != null) {
            observer.computes(rank, threads.began(rank), until, threads.what(rank));
        }
        program.woken(rank, threads.what(rank));
    }

    /** The work of a member as it begins a stage: computes, sends messages, and counts those it awaits. */
    private final class Posting implements Traffic.Sink {
        private int member;
        private int stage;
        /** Sends less receives that the member has reported in this stage. */
        private int balance;

        void post(int poster) {
            member = poster;
            stage = members.stage[poster];
            balance = 0;
            if (members.working[poster] != null) {
                workFirst();
            }
            transit.postReceives(member);
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
            if (observer != null && seconds > 0) {
                observer.computes(members.rank[member], end - seconds, end, Observer.WORK);
            }
        }

        @Override
        public void send(int to, long size) {
            int receiver = members.first[member] + to;
            double ahead = work(member, transit.cost(member, receiver).sendOverhead());
            balance++;
            transit.send(member, receiver, size, ahead);
        }

        @Override
        public void receive(int from, long size) {
            members.coming[member]++;
            balance--;
        }
    }

    /** The operations that a program may call. */
    private final class Ranks implements VirtualRanks {

        @Override
        public double now() {
            return agenda.now();
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
            threads.compute(rank, seconds, pollGap, what, agenda.now());
            agenda.await(threads.until(rank), Agenda.WAKES, rank);
        }
    }
}
